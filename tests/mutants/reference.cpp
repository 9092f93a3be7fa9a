#include "sim/backends/reference/reference.cpp"
#include "sim/backends/parameters.cpp"

std::unique_ptr<murmur::Backend<float>> backend_to_test() { return murmur::make_reference_float(); }
