# Compiles every kernel to PTX, with the flags of the program, and looks for instructions that are not exact. Needs no
# GPU. The tests in tests/ptx/ must fail: a check that never finds anything proves nothing.
function(add_ptx_test name options)
  add_library(${name} OBJECT ${ARGN})
  set_target_properties(${name} PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES 90-virtual)
  add_test(NAME ${name} COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/checks/ptx_check.py ${options} $<TARGET_OBJECTS:${name}>
           COMMAND_EXPAND_LISTS)
endfunction()

file(GLOB kernel_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu)
add_ptx_test(ptx_of_kernels "" ${kernel_sources})
target_include_directories(ptx_of_kernels PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(ptx_of_kernels PRIVATE murmur_core CUDA::cudart_static)
add_ptx_test(ptx_finds_approximations --expect-fault ptx/approximate.cu)
target_link_libraries(ptx_finds_approximations PRIVATE murmur_flags)
add_ptx_test(ptx_finds_contractions --expect-fault ptx/contracted.cu)  # without the program's flags

# The same PTX run on the host, instruction by instruction, as the device of device_pipeline_test.cpp.
add_executable(ptx_pipeline_test backends/device_pipeline_test.cpp ptx/program_test.cpp ptx/program.cpp ptx/operations.cpp)
target_link_libraries(ptx_pipeline_test PRIVATE murmur_test_support)
target_compile_definitions(ptx_pipeline_test PRIVATE "MURMUR_PTX=\"$<JOIN:$<TARGET_OBJECTS:ptx_of_kernels>,:>\"")
add_dependencies(ptx_pipeline_test ptx_of_kernels)
gtest_discover_tests(ptx_pipeline_test TEST_PREFIX ptx_pipeline_test. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                     PROPERTIES TIMEOUT 600 ENVIRONMENT ${test_environment})
