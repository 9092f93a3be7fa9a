// For ptx_test.cmake: a kernel with an approximation that nobody notices in the source.
__global__ void approximate_kernel(float* x) { x[threadIdx.x] = rsqrtf(x[threadIdx.x]); }
