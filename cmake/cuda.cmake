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

# nvcc knows C++20; CMake before 3.26 does not know that it does.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)

# The static runtime starts on machines without a driver and reports that there is no device.
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)

# Machine code for each generation, and PTX of the newest for those to come. Code for 8.0 is also 8.6's: a GPU runs what
# was made for a lower minor version, and each architecture costs 40 seconds of compiling.
if(MURMUR_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES ${MURMUR_CUDA_ARCHITECTURES})
elseif(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
  set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 89-real 90-real 100-real 120)
else()
  set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 89-real 90)
endif()
find_package(CUDAToolkit REQUIRED)
