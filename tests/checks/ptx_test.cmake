# Reads the PTX of every kernel, compiled with the flags of the program, for instructions that are not exact. Needs no
# GPU. The tests in tests/ptx/ must fail: a check that never finds anything proves nothing.
function(add_ptx_test name options files)
  add_test(NAME ${name} COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/checks/ptx_check.py ${options} ${files}
           COMMAND_EXPAND_LISTS)
endfunction()

function(add_ptx_fault name source flags)
  add_library(${name} OBJECT ${source})
  set_target_properties(${name} PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES 90-virtual)
  target_link_libraries(${name} PRIVATE ${flags})
  test_needs(${name} ${name})
  add_ptx_test(${name} --expect-fault $<TARGET_OBJECTS:${name}>)
endfunction()

test_needs(ptx_of_kernels simulated_kernels)
add_ptx_test(ptx_of_kernels "" $<TARGET_OBJECTS:simulated_kernels>)  # which device/device.cmake compiles
add_ptx_fault(ptx_finds_approximations ptx/approximate.cu murmur_flags)
add_ptx_fault(ptx_finds_contractions ptx/contracted.cu "")  # without the program's flags

# Registers, spills and executed instructions of the update kernels.
test_needs(kernels_check murmur_simulated simulated_kernels)
add_test(NAME kernels_check COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/checks/kernels_check.py
         ${CUDAToolkit_BIN_DIR}/ptxas $<TARGET_FILE:murmur_simulated> $<TARGET_OBJECTS:simulated_kernels> COMMAND_EXPAND_LISTS)
set_tests_properties(kernels_check PROPERTIES TIMEOUT 600 LABELS simulated ENVIRONMENT "${simulated_environment}")
