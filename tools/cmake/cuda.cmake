# Decides murmur_with_nvcc, whether kernels can be compiled (the tests run them on a simulated device), and
# murmur_with_cuda, whether the program has the CUDA backend; enables the CUDA language for either.
set(oldest_nvcc 12.1)  # older ones stop at C++20
file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu)
set(murmur_with_cuda OFF)
set(murmur_with_nvcc OFF)
if(NOT cuda_sources OR MURMUR_CUDA STREQUAL "OFF")
  return()
endif()
execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                OUTPUT_VARIABLE capabilities RESULT_VARIABLE no_gpu ERROR_QUIET)
string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
if(no_gpu)
  set(capabilities "")
endif()
set(cuda_wanted OFF)
if(MURMUR_CUDA STREQUAL "ON" OR MURMUR_CUDA_ARCHITECTURES OR capabilities)
  set(cuda_wanted ON)
elseif(NOT MURMUR_TESTS)
  return()
endif()

# without_cuda(REASON): no kernels; an error where they are insisted on.
macro(without_cuda reason)
  if(MURMUR_CUDA STREQUAL "ON")
    message(FATAL_ERROR "MURMUR_CUDA=ON, but ${reason}: install CUDA Toolkit ${oldest_nvcc} or newer, set CUDACXX to its nvcc, "
                        "or use MURMUR_CUDA=OFF")
  elseif(cuda_wanted)
    message(STATUS "CUDA: ${reason}, so murmur is built for the CPU alone; CUDA Toolkit ${oldest_nvcc} or newer is needed")
  endif()
  return()
endmacro()

set(nvcc ${CMAKE_CUDA_COMPILER})
if(NOT nvcc)
  unset(CMAKE_CUDA_COMPILER CACHE)  # a toolkit may have been installed since the last look
  if(DEFINED ENV{CUDACXX})
    find_program(nvcc NAMES $ENV{CUDACXX} NO_CACHE)
  else()
    find_program(nvcc NAMES nvcc PATHS /usr/local/cuda/bin NO_CACHE)
  endif()
endif()
if(NOT nvcc)
  without_cuda("no CUDA compiler was found")
endif()
execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE nvcc_version ERROR_QUIET)
string(REGEX REPLACE ".*release ([0-9]+\\.[0-9]+).*" "\\1" nvcc_version "${nvcc_version}")
if(nvcc_version MATCHES "^[0-9.]+$" AND nvcc_version VERSION_LESS oldest_nvcc)
  without_cuda("${nvcc} is of CUDA ${nvcc_version}, which is too old")
endif()
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  without_cuda("${nvcc} does not work with this C++ compiler")
endif()
set(murmur_with_nvcc ON)
set(murmur_with_cuda ${cuda_wanted})

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
elseif(capabilities)
  list(TRANSFORM capabilities REPLACE "\\." "")
  list(REMOVE_DUPLICATES capabilities)
  set(CMAKE_CUDA_ARCHITECTURES ${capabilities})
else()
  set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
endif()
find_package(CUDAToolkit REQUIRED)
