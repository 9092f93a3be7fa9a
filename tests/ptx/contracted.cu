// For ptx_test.cmake: exact with the program's flags, open to contraction without them.
__global__ void contracted_kernel(float* x, float a) {
  x[threadIdx.x] = x[threadIdx.x] * a + a;
  x[blockDim.x] += a;
}
