#include "sim/formats/h5.h"

#include <algorithm>

#include <string_view>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur::h5 {

void silence_errors() {
  static const herr_t once = H5dont_atexit();
  static_cast<void>(once);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

namespace {

/// Extracts the message from "file write failed: time = ..., errno = 27, error message = 'File too large', buf = ...".
std::string short_reason(const std::string& reason) {
  constexpr std::string_view kKey = "error message = '";
  const size_t at = reason.find(kKey);
  if (at == std::string::npos) return reason.substr(0, reason.find('\n'));
  const std::string message = reason.substr(at + kKey.size());
  return message.substr(0, message.find('\''));
}

}  // namespace

void check(herr_t code, const std::string& path) {
  if (code >= 0) return;
  std::string reason = "HDF5 does not say why";
  const auto take = [](unsigned, const H5E_error2_t* error, void* into) {
    if (error->desc) *static_cast<std::string*>(into) = error->desc;
    return herr_t{0};
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, take, &reason);  // the last error of the stack is the innermost
  throw RunError(fmt::format("cannot write {}: {}", path, short_reason(reason)));
}

Handle check(Handle handle, const std::string& path) {
  if (!handle.valid()) check(-1, path);
  return handle;
}

Handle make_group(hid_t parent, const char* name, const std::string& path) {
  return check(Handle(H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose), path);
}

namespace {
Handle text_type(const std::string& text, const std::string& path) {
  Handle type = check(Handle(H5Tcopy(H5T_C_S1), H5Tclose), path);
  check(H5Tset_size(type, text.empty() ? 1 : text.size()), path);
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), path);
  check(H5Tset_cset(type, H5T_CSET_UTF8), path);
  return type;
}
Handle one(const std::string& path) { return check(Handle(H5Screate(H5S_SCALAR), H5Sclose), path); }
}  // namespace

void put_text(hid_t object, const char* name, const std::string& text, const std::string& path) {
  const Handle type = text_type(text, path), space = one(path);
  const Handle attribute =
      check(Handle(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose), path);
  check(H5Awrite(attribute, type, text.c_str()), path);
}

void put_texts(hid_t object, const char* name, const std::vector<std::string>& texts,
               const std::string& path) {
  if (H5Aexists(object, name) > 0) check(H5Adelete(object, name), path);
  std::string longest;
  for (const std::string& text : texts)
    if (text.size() > longest.size()) longest = text;
  const hsize_t count = texts.size();
  const Handle type = text_type(longest, path), space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  std::string all(std::max<size_t>(longest.size(), 1) * texts.size(), '\0');
  for (size_t k = 0; k < texts.size(); ++k) texts[k].copy(&all[k * H5Tget_size(type)], texts[k].size());
  const Handle attribute =
      check(Handle(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose), path);
  check(H5Awrite(attribute, type, all.data()), path);
}

std::vector<std::string> get_texts(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) return {};
  const size_t width = H5Tget_size(type);
  std::string all(width * static_cast<size_t>(std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 0)),
                  '\0');
  if (all.empty() || H5Aread(attribute, type, all.data()) < 0) return {};
  std::vector<std::string> texts;
  for (size_t at = 0; at < all.size(); at += width) texts.emplace_back(all.substr(at, width).c_str());
  return texts;
}

void put_text_dataset(hid_t parent, const char* name, const std::string& text, const std::string& path) {
  const Handle type = text_type(text, path), space = one(path);
  const Handle dataset = check(
      Handle(H5Dcreate2(parent, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose), path);
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), path);
}

std::string get_text_dataset(hid_t parent, const char* name) {
  const Handle dataset(H5Dopen2(parent, name, H5P_DEFAULT), H5Dclose);
  if (!dataset.valid()) return "";
  const Handle type(H5Dget_type(dataset), H5Tclose), space(H5Dget_space(dataset), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) return "";
  if (H5Sget_simple_extent_npoints(space) != 1) return "";  // several would overflow the text
  std::string text(H5Tget_size(type), '\0');
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) return "";
  return text.substr(0, text.find('\0'));
}

}  // namespace murmur::h5
