# Decides murmur_with_python: whether the Python package is built. It needs Python's headers and nanobind, which comes from
# the environment of Python_EXECUTABLE; `./dev` makes such an environment in build/python-env.
set(murmur_with_python OFF)
if(MURMUR_PYTHON STREQUAL "OFF")
  return()
endif()
find_package(Python 3.10 COMPONENTS Interpreter Development.Module ${SKBUILD_SABI_COMPONENT} QUIET)
if(Python_FOUND)
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
                  OUTPUT_VARIABLE nanobind_folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  find_package(nanobind CONFIG QUIET PATHS "${nanobind_folder}" NO_DEFAULT_PATH)
endif()
if(nanobind_FOUND)
  set(murmur_with_python ON)
elseif(MURMUR_PYTHON STREQUAL "ON")
  message(FATAL_ERROR "MURMUR_PYTHON=ON, but Python's headers or nanobind were not found: use ./dev python or pip install ., "
                      "set Python_EXECUTABLE to a Python with nanobind, or use MURMUR_PYTHON=OFF")
endif()
