// For ptx_test.cmake: a kernel with an approximate instruction that is not visible in the source.
__global__ void approximate_kernel(float* x) { x[threadIdx.x] = rsqrtf(x[threadIdx.x]); }
