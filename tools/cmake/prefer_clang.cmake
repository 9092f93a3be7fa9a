# Toolchain of the presets `clang` and `tsan`: the newest clang++ that can link what is asked (a
# compiler may be installed without its sanitizer runtimes). Thread sanitizer understands clang's
# runtime better, but g++ will do there; MURMUR_REQUIRE_CLANG is for the preset that promises clang.
set(require_clang ${MURMUR_REQUIRE_CLANG})
if(NOT CMAKE_CXX_COMPILER)
  set(sanitize "")
  if(MURMUR_SANITIZE)
    set(sanitize -fsanitize=${MURMUR_SANITIZE})
  endif()
  file(WRITE ${CMAKE_BINARY_DIR}/prefer_clang.cpp "int main() {}\n")
  foreach(version -19 -18 -17 -16 "" -15 -14)
    execute_process(
      COMMAND clang++${version} ${sanitize} ${CMAKE_BINARY_DIR}/prefer_clang.cpp -o ${CMAKE_BINARY_DIR}/prefer_clang
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(NOT failed)
      set(CMAKE_C_COMPILER clang${version})
      set(CMAKE_CXX_COMPILER clang++${version})
      return()
    endif()
  endforeach()
  if(require_clang)
    message(FATAL_ERROR "This preset needs clang++: apt-get install clang")
  endif()
endif()
