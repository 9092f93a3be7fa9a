# Decides murmur_with_cuda and enables the CUDA language for it.
file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu)
set(murmur_with_cuda OFF)
if(cuda_sources AND NOT MURMUR_CUDA STREQUAL "OFF")
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER)
    unset(CMAKE_CUDA_COMPILER CACHE)  # a toolkit may have been installed since the last look
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(murmur_with_cuda ON)
  elseif(MURMUR_CUDA STREQUAL "ON")
    message(FATAL_ERROR "MURMUR_CUDA=ON, but no CUDA compiler was found: install the CUDA Toolkit, "
                        "set CUDACXX to nvcc, or use MURMUR_CUDA=OFF")
  endif()
endif()
if(NOT murmur_with_cuda)
  return()
endif()

# enable_language would otherwise fix nvcc's own default architecture.
set(CMAKE_CUDA_ARCHITECTURES OFF)
enable_language(CUDA)

# nvcc supports C++20, but CMake before 3.26 does not know its option.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)

# The static runtime starts on machines without a driver and reports that there is no device.
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)

# Each architecture costs 40 seconds of compiling, so a build for this machine alone has its GPU's. Without a GPU, PTX of
# the oldest: the driver compiles it where a GPU is found later. `all` is for builds that travel: machine code for each
# generation, PTX of the oldest and of the newest. Code for 8.0 is also 8.6's: a GPU runs what was made for a lower minor
# version.
if(MURMUR_CUDA_ARCHITECTURES STREQUAL "all")
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
    set(CMAKE_CUDA_ARCHITECTURES 75 80-real 89-real 90-real 100-real 120)
  else()
    set(CMAKE_CUDA_ARCHITECTURES 75 80-real 89-real 90)
  endif()
elseif(MURMUR_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES ${MURMUR_CUDA_ARCHITECTURES})
else()
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                  OUTPUT_VARIABLE capabilities RESULT_VARIABLE no_gpu ERROR_QUIET)
  string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
  if(no_gpu OR NOT capabilities)
    set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
  else()
    list(TRANSFORM capabilities REPLACE "\\." "")
    list(REMOVE_DUPLICATES capabilities)
    set(CMAKE_CUDA_ARCHITECTURES ${capabilities})
  endif()
endif()
find_package(CUDAToolkit REQUIRED)
