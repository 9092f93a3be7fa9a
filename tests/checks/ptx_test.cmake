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
# What NVRTC makes of custom rules, where it is.
test_needs(ptx_of_rules simulated_nvrtc_test)
add_test(NAME ptx_of_rules COMMAND bash -c "rm -rf ptx_of_rules && mkdir ptx_of_rules && MURMUR_SIM_PTX=ptx_of_rules \
$<TARGET_FILE:simulated_nvrtc_test> --gtest_filter=RulesByNvrtc.HaveTheBitsOfTheCpu && { ls ptx_of_rules/*.ptx || exit 77; } && \
${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/checks/ptx_check.py ptx_of_rules/*.ptx")
set_tests_properties(ptx_of_rules PROPERTIES TIMEOUT 600 LABELS simulated SKIP_RETURN_CODE 77 ENVIRONMENT "${simulated_environment};MURMUR_SIM_SEED=10")
add_ptx_fault(ptx_finds_approximations ptx/approximate.cu murmur_flags)
add_ptx_fault(ptx_finds_contractions ptx/contracted.cu "")  # without the program's flags

# Registers, spills and executed instructions of the update kernels; of `lists`, whose launch bounds are those of each architecture, also
# what it is for others.
add_library(lists_of_architectures OBJECT ${PROJECT_SOURCE_DIR}/kernels/steer_lists.cu)
set_target_properties(lists_of_architectures PROPERTIES CUDA_ARCHITECTURES "75-virtual;80-virtual;86-virtual;120-virtual")
target_compile_options(lists_of_architectures PRIVATE --no-compress)
target_include_directories(lists_of_architectures PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(lists_of_architectures PRIVATE murmur_core CUDA::cudart_static)
test_needs(kernels_check murmur_simulated simulated_kernels lists_of_architectures)
add_test(NAME kernels_check COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/checks/kernels_check.py
         ${CUDAToolkit_BIN_DIR}/ptxas $<TARGET_FILE:murmur_simulated> $<TARGET_OBJECTS:simulated_kernels>
         $<TARGET_OBJECTS:lists_of_architectures> COMMAND_EXPAND_LISTS)
set_tests_properties(kernels_check PROPERTIES TIMEOUT 600 LABELS simulated ENVIRONMENT "${simulated_environment}")
