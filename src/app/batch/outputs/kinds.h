// The list of all kinds of output, with their command-line options and the functions that open them. A new kind of
// output is added here and nowhere else.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/batch/outputs/output.h"

namespace murmur {

struct OutputKind {
  template <class T>
  using Open = std::function<std::unique_ptr<Output<T>>(const OutputRequest&, const RunStart<T>&)>;

  OutputOption option;
  Open<float> open_float;
  Open<double> open_double;

  template <class T>
  std::unique_ptr<Output<T>> open(const OutputRequest& request, const RunStart<T>& start) const {
    if constexpr (std::is_same_v<T, double>) {
      return open_double(request, start);
    } else {
      return open_float(request, start);
    }
  }
};

/// All kinds of output in the order in which they are written: checkpoints last, because they need the other files on disk.
const std::vector<OutputKind>& output_kinds();

}  // namespace murmur
