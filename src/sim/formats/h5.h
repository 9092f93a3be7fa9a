// HDF5 handles that are closed by their destructors, and HDF5's errors as sentences. Used only by the H5MD
// writer.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <hdf5.h>

namespace murmur::h5 {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor): HDF5 functions take ids
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Stops HDF5 from printing its error stack, since murmur's messages contain it, and from cleaning up at exit, which
/// crashes after a failed write. Call before any other function of HDF5, and in each thread that writes: HDF5 may
/// keep these settings per thread.
void silence_errors();
/// Checks an HDF5 return code. @throws RunError "cannot write PATH: ..." with HDF5's innermost reason when `code` is negative.
void check(herr_t code, const std::string& path);
Handle check(Handle handle, const std::string& path);

Handle make_group(hid_t parent, const char* name, const std::string& path);
void put_text(hid_t object, const char* name, const std::string& text,
              const std::string& path);  ///< writes one text as an attribute
/// Writes texts as an array attribute; replaces an attribute of this name.
void put_texts(hid_t object, const char* name, const std::vector<std::string>& texts,
               const std::string& path);
/// Texts of an attribute that put_texts() or put_text() wrote; empty: there is no such attribute of texts.
std::vector<std::string> get_texts(hid_t object, const char* name);
/// Text of a dataset that put_text_dataset() wrote; "" when there is none, or when the name is of something else.
std::string get_text_dataset(hid_t parent, const char* name);
void put_text_dataset(hid_t parent, const char* name, const std::string& text, const std::string& path);

}  // namespace murmur::h5
