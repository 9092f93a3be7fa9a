// The list of all kinds of output: the options for the command line, and the function that opens one. No
// other place names them all.
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

/// All kinds, in the order in which they are written: checkpoints last, since they depend on the others.
const std::vector<OutputKind>& output_kinds();

}  // namespace murmur
