# Compiler flags, carried to every target by murmur_model, and build_info.h, which reports them.

# The numeric contract: no multiply-add but where it is written, and never fast-math. Without
# math-errno sqrt becomes one instruction; with x86-64-v3 std::fma is one. Highway's AVX2 needs AES.
set(contract_flags -ffp-contract=off -fno-math-errno)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  list(APPEND contract_flags -march=x86-64-v3 -maes -mpclmul)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND contract_flags -march=armv8-a+crypto)  # what Highway's NEON functions are compiled for
endif()
# CMake's default of -O2 here makes the AVX2 step a third slower.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O3 -g -DNDEBUG")

# Float to double and back by accident is how the contract breaks unseen.
set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi
             -Wfloat-conversion -Wno-missing-field-initializers)
set(cuda_host_warnings -Wall -Wextra -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # clang's -Wdouble-promotion also objects to passing a float as a double argument.
  list(APPEND warnings -Wdouble-promotion)
  # g++ 12 at -O3 reports these in its own std::string and std::vector.
  list(APPEND warnings -Wno-restrict)
endif()
if(MURMUR_WERROR)
  list(APPEND warnings -Werror)
  list(APPEND cuda_host_warnings -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    foreach(guess maybe-uninitialized array-bounds stringop-overflow stringop-overread)
      list(APPEND warnings -Wno-error=${guess})  # flow analysis that guesses: look, but do not stop
    endforeach()
  endif()
endif()

# g++ frees memory each 128 MB, which takes a tenth of the time of sources with many templates.
set(speed_flags "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(speed_flags --param=ggc-min-heapsize=300000)  # [KB]
endif()

add_library(murmur_flags INTERFACE)
target_compile_options(murmur_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${contract_flags};${warnings};${speed_flags}>")
if(MURMUR_SANITIZE)
  set(sanitize_flags -fsanitize=${MURMUR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(murmur_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${sanitize_flags}>")
  target_link_options(murmur_flags INTERFACE -fsanitize=${MURMUR_SANITIZE})
endif()
if(MURMUR_FUZZ)  # every branch is counted, so that libFuzzer sees which inputs reach new ones
  target_compile_options(murmur_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>")
  target_link_options(murmur_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# allow_in_shared_library(LIBRARY...): their objects can be linked into the Python package too, a shared library. Functions
# are inlined as in a program.
function(allow_in_shared_library)
  foreach(library IN LISTS ARGN)
    set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON DEFINE_SYMBOL "")
    target_compile_options(${library} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-fno-semantic-interposition>)
  endforeach()
endfunction()

set(murmur_compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
if(murmur_with_nvcc)
  list(JOIN contract_flags "," host_contract)
  list(JOIN cuda_host_warnings "," host_warnings)
  target_compile_options(murmur_flags INTERFACE
    "$<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;--expt-relaxed-constexpr;-Xcompiler=${host_contract};-Xcompiler=${host_warnings}>"
    $<$<AND:$<BOOL:${MURMUR_WERROR}>,$<COMPILE_LANGUAGE:CUDA>>:-Werror=all-warnings>)
endif()
if(murmur_with_cuda)
  string(APPEND murmur_compiler ", nvcc ${CMAKE_CUDA_COMPILER_VERSION}")
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(JOIN " " murmur_build_flags ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} ${contract_flags} ${sanitize_flags})
string(REGEX REPLACE " +" " " murmur_build_flags "${murmur_build_flags}")
set(murmur_optimised false)
if(CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo)$" AND NOT MURMUR_SANITIZE)
  set(murmur_optimised true)
endif()
set(murmur_generated_dir ${PROJECT_BINARY_DIR}/generated)
configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/build_info.h.in ${murmur_generated_dir}/build_info.h @ONLY)
