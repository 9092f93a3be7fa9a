// Files dropped onto the window: a source of the X drag-and-drop protocol (XDND), on a connection of its own, drags two files
// over the real window and drops them. Needs a display with X.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>
#include <thread>

#include "render/gl/window.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
// Macros that break other headers; nothing else is included.
#undef None
#undef Bool

extern "C" ::Window glfwGetX11Window(GLFWwindow* window);  // GLFW/glfw3native.h needs more of X

namespace murmur {
namespace {

/// https://www.freedesktop.org/wiki/Specifications/XDND/, version 5, one type: text/uri-list.
class DragSource {
 public:
  DragSource(::Window target, std::string uris)
      : display_(XOpenDisplay(nullptr)), target_(target), uris_(std::move(uris)) {
    own_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display_, atom("XdndSelection"), own_, CurrentTime);
  }
  ~DragSource() { XCloseDisplay(display_); }
  DragSource(const DragSource&) = delete;
  DragSource& operator=(const DragSource&) = delete;

  void enter() { send("XdndEnter", {long(own_), 5L << 24, long(atom("text/uri-list")), 0, 0}); }
  void move(int x, int y) {
    send("XdndPosition", {long(own_), 0, (long(x) << 16) | y, CurrentTime, long(atom("XdndActionCopy"))});
  }
  void drop() { send("XdndDrop", {long(own_), 0, CurrentTime, 0, 0}); }

  /// Answers what has come: the target asks for the text. @returns whether this message was among it.
  bool heard(const char* message) {
    bool there = false;
    while (XPending(display_) > 0) {
      XEvent event;
      XNextEvent(display_, &event);
      if (event.type == ClientMessage) {
        there = there || event.xclient.message_type == atom(message);
        accepted_ = accepted_ ||
                    (event.xclient.message_type == atom("XdndStatus") && (event.xclient.data.l[1] & 1) != 0);
      }
      if (event.type == SelectionRequest) give(event.xselectionrequest);
    }
    return there;
  }
  bool accepted() const { return accepted_; }

 private:
  Atom atom(const char* name) { return XInternAtom(display_, name, 0); }
  void send(const char* message, std::array<long, 5> words) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(message);
    event.xclient.format = 32;
    for (size_t k = 0; k < words.size(); ++k) event.xclient.data.l[k] = words[k];
    XSendEvent(display_, target_, 0, NoEventMask, &event);
    XFlush(display_);
  }
  void give(const XSelectionRequestEvent& request) {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uris_.data()), static_cast<int>(uris_.size()));
    XEvent answer{};
    answer.xselection.type = SelectionNotify;
    answer.xselection.requestor = request.requestor;
    answer.xselection.selection = request.selection;
    answer.xselection.target = request.target;
    answer.xselection.property = request.property;
    answer.xselection.time = request.time;
    XSendEvent(display_, request.requestor, 0, NoEventMask, &answer);
    XFlush(display_);
  }

  Display* display_;
  ::Window target_, own_ = 0;
  std::string uris_;
  bool accepted_ = false;
};

TEST(Drop, FilesThatAreDraggedOntoTheWindowArrive) {
  Window window("Murmuration", 300, 200);
  const ::Window target = glfwGetX11Window(window.handle());
  DragSource source(target, "file:///tmp/a%20flock.toml\r\nfile:///tmp/flight.jsonl\r\n");
  const auto until = [&](const std::function<bool()>& there) {
    for (int k = 0; k < 6000; ++k) {  // a minute, however busy the machine is
      window.poll();
      if (there()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  };
  window.poll();
  window.take_happened();
  source.enter();
  source.move(100, 100);
  ASSERT_TRUE(until([&] { return source.heard("XdndStatus"); }));
  ASSERT_TRUE(source.accepted());
  EXPECT_TRUE(window.take_dropped().empty()) << "not yet dropped";
  source.drop();
  ASSERT_TRUE(until([&] { return source.heard("XdndFinished"); }));
  EXPECT_TRUE(window.take_happened()) << "the loop must look at it";
  EXPECT_EQ(window.take_dropped(), (std::vector<std::string>{"/tmp/a flock.toml", "/tmp/flight.jsonl"}));
  EXPECT_TRUE(window.take_dropped().empty()) << "once";
}

}  // namespace
}  // namespace murmur
