// Files dropped onto the window: a source of the X drag-and-drop protocol (XDND), on a connection of its own, drags files
// over the real window and drops them; the program opens each. Needs a display with X.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <thread>

#include "render/gl/png.h"
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
  EXPECT_TRUE(window.dropped_files().empty()) << "not yet dropped";
  window.take_happened();  // the pointer has moved
  source.drop();
  ASSERT_TRUE(until([&] { return source.heard("XdndFinished"); }));
  EXPECT_TRUE(window.take_happened()) << "the loop must look at it";
  EXPECT_EQ(window.dropped_files(), (std::vector<std::string>{"/tmp/a flock.toml", "/tmp/flight.jsonl"}));
  EXPECT_TRUE(window.dropped_files().empty()) << "once";
}

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// `murmur ARGUMENTS` in a folder, with its output in the file `out`.
class Program {
 public:
  Program(const fs::path& folder, const std::string& arguments) {
    const std::string line =
        "cd '" + folder.string() + "' && exec '" MURMUR_BINARY "' " + arguments + " >out 2>&1";
    std::array<const char*, 4> words{"sh", "-c", line.c_str(), nullptr};
    if (posix_spawnp(&child_, "sh", nullptr, nullptr, const_cast<char* const*>(words.data()), environ) != 0)
      child_ = -1;
  }
  ~Program() { end(); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  bool runs() { return child_ > 0 && waitpid(child_, &status_, WNOHANG) == 0; }
  /// @returns its exit code.
  int end(int signal = SIGTERM) {
    if (child_ <= 0) return -1;
    kill(child_, signal);
    return wait();
  }
  int wait() {
    waitpid(child_, &status_, 0);
    child_ = -1;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
  }

 private:
  pid_t child_ = -1;
  int status_ = 0;
};

/// The windows of an X display by their titles.
class Titles {
 public:
  Titles() : display_(XOpenDisplay(nullptr)) {
    XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });  // a window may close while we read its title
  }
  ~Titles() {
    if (open()) XCloseDisplay(display_);
  }
  Titles(const Titles&) = delete;
  Titles& operator=(const Titles&) = delete;

  bool open() const { return display_ != nullptr; }
  std::optional<::Window> of(const std::string& title) const {
    ::Window root = 0, parent = 0, *children = nullptr;
    unsigned count = 0;
    std::optional<::Window> found;
    if (!XQueryTree(display_, DefaultRootWindow(display_), &root, &parent, &children, &count)) return found;
    for (unsigned k = 0; k < count; ++k) {
      char* name = nullptr;
      if (!XFetchName(display_, children[k], &name) || !name) continue;
      if (title == name) found = children[k];
      XFree(name);
    }
    if (children) XFree(children);
    return found;
  }

 private:
  Display* display_;
};

/// The program in a folder, on whose window files are dropped.
class DropOnProgram : public testing::Test {
 protected:
  DropOnProgram() { fs::create_directories(folder); }
  ~DropOnProgram() override {
    program.reset();
    fs::remove_all(folder);
  }
  void start(const std::string& arguments) {
    ASSERT_TRUE(titles.open()) << "no X display";
    program.emplace(folder, arguments + " --paused --size 900x600 --panel-places places");
    ASSERT_TRUE(until([&] { return !contents(folder / "places").empty() && titles.of(title); }))
        << contents(folder / "out");
  }
  bool until(const std::function<bool()>& there) {
    for (int k = 0; k < 12000 && program->runs(); ++k) {  // two minutes, however busy the machine is
      if (there()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return there();
  }
  bool shows(const char* name) {
    return contents(folder / "places").find(std::string(name) + " ") != std::string::npos;
  }
  void drop(const char* name) {
    std::string uri = "file://" + (folder / name).string();
    for (size_t at = uri.find(' '); at != uri.npos; at = uri.find(' ')) uri.replace(at, 1, "%20");
    DragSource source(*titles.of(title), uri + "\r\n");
    source.enter();
    source.move(100, 100);
    ASSERT_TRUE(until([&] { return source.heard("XdndStatus"); }));
    source.drop();
    ASSERT_TRUE(until([&] { return source.heard("XdndFinished"); }));
  }

  const fs::path folder = fs::path(testing::TempDir()) / ("murmur-drop-" + std::to_string(getpid()));
  const Titles titles;
  std::string title = "Murmuration";
  std::optional<Program> program;
};

TEST_F(DropOnProgram, DroppedFilesAreOpened) {
  std::ofstream(folder / "small flock.toml") << "preset = \"book\"\nboids = 37\n";
  std::ofstream(folder / "notes.txt") << "bread, milk\n";
  ASSERT_EQ(Program(folder,
                    "run --preset book --boids 41 --steps 20 --log-events flight.jsonl --checkpoint-every 20 "
                    "--checkpoint last.checkpoint")
                .wait(),
            0)
      << contents(folder / "out");
  ASSERT_NO_FATAL_FAILURE(start("view --backend cpu --preset book --boids 23"));
  for (const char* const name : {"small flock.toml", "flight.jsonl", "last.checkpoint"}) {
    SCOPED_TRACE(name);
    ASSERT_NO_FATAL_FAILURE(drop(name));
    title = "Murmuration: " + (folder / name).string();
    ASSERT_TRUE(until([&] { return titles.of(title).has_value(); })) << contents(folder / "out");
  }
  ASSERT_TRUE(until([&] { return !shows("message"); })) << "of the last file";
  ASSERT_NO_FATAL_FAILURE(drop("notes.txt"));
  ASSERT_TRUE(until([&] { return shows("message"); })) << "a file that is none of these";
  EXPECT_TRUE(titles.of(title).has_value()) << "the flock goes on";
  EXPECT_EQ(program->end(), 128 + SIGTERM);
  EXPECT_THAT(
      contents(folder / "out"),
      testing::MatchesRegex(
          ".*\n?0 steps, 23 boids.*\n0 steps, 37 boids.*\n0 steps, 41 boids.*\n20 steps, 41 boids.*"));
}

TEST_F(DropOnProgram, AChangedFlockAsksAndTwoFilesAreRefused) {
  Image image{8, 8, std::vector<uint8_t>(192, 255)};
  std::fill_n(image.rgb.begin() + 81, 6, uint8_t{0});
  write_png((folder / "maze.png").string(), image);
  std::ofstream(folder / "a.toml") << "preset = \"book\"\nboids = 37\n";
  const std::string two = "a.toml\r\nfile://" + (folder / "maze.png").string();
  ASSERT_NO_FATAL_FAILURE(start("view --backend cpu --preset book --boids 23 --frame-log frames.csv"));
  const auto events = [&] {  // that were applied, by the frame log
    std::istringstream rows(contents(folder / "frames.csv"));
    std::string row, cell;
    std::getline(rows, row);
    const auto column =
        std::count(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(row.find("events")), ',');
    double sum = 0.0;
    while (std::getline(rows, row)) {
      std::istringstream cells(row);
      for (std::ptrdiff_t k = 0; k <= column; ++k) std::getline(cells, cell, ',');
      sum += std::stod(cell);
    }
    return sum;
  };
  ASSERT_NO_FATAL_FAILURE(drop(two.c_str()));
  EXPECT_TRUE(until([&] { return shows("message"); }));
  EXPECT_TRUE(titles.of(title).has_value()) << "neither is opened";
  ASSERT_NO_FATAL_FAILURE(drop("maze.png"));
  EXPECT_TRUE(until([&] { return events() > 0.0; }));
  ASSERT_NO_FATAL_FAILURE(drop("a.toml"));
  EXPECT_TRUE(until([&] { return shows("question.yes"); }));
  EXPECT_TRUE(titles.of(title).has_value()) << "the flock is still there";
  EXPECT_EQ(program->end(), 128 + SIGTERM);
}

/// The flock flies on; a second picture asks, because it replaces the first.
TEST_F(DropOnProgram, APictureBecomesAWall) {
  for (const char* const name : {"a maze.png", "b.png"}) {
    Image image{8, 8, std::vector<uint8_t>(192, 255)};
    std::fill_n(image.rgb.begin() + 81, 6, uint8_t{0});
    write_png((folder / name).string(), image);
  }
  ASSERT_NO_FATAL_FAILURE(start("view --backend cpu --preset book --boids 23 --log-events log.jsonl"));
  ASSERT_NO_FATAL_FAILURE(drop("a maze.png"));
  const auto logged = [&](const std::string& text) {
    return until([&] { return contents(folder / "log.jsonl").find(text) != std::string::npos; });
  };
  EXPECT_TRUE(logged("a maze.png")) << contents(folder / "log.jsonl");
  EXPECT_THAT(contents(folder / "log.jsonl"), testing::HasSubstr("\"key\":\"wall[0]\""));
  ASSERT_NO_FATAL_FAILURE(drop("b.png"));
  EXPECT_TRUE(until([&] { return shows("question.yes"); }));
  EXPECT_EQ(program->end(), 128 + SIGTERM);
  EXPECT_EQ(contents(folder / "log.jsonl").find("b.png"), std::string::npos);
}

}  // namespace
}  // namespace murmur
