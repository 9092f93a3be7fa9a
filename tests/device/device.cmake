# A CUDA device that is none: the kernels as PTX, not compressed, and a stand-in for the CUDA runtime that runs it
# (device/device.h). Objects, so that they come before the libraries that they stand in for; nothing of NVIDIA's
# runtime is then left to link, or the linker says what is defined twice.
file(GLOB kernel_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu)
file(GLOB host_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cpp)
if(MURMUR_RENDER)
  file(GLOB interop_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/interop/*.cpp)
endif()
add_library(simulated_kernels OBJECT ${kernel_sources})
set_target_properties(simulated_kernels PROPERTIES CUDA_ARCHITECTURES 90-virtual)
target_compile_options(simulated_kernels PRIVATE --no-compress $<$<CONFIG:Release>:-Xcompiler=-O1>)
target_include_directories(simulated_kernels PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(simulated_kernels PRIVATE murmur_core CUDA::cudart_static)
add_library(simulated_backend OBJECT ${host_sources} ${interop_sources})  # in the place of murmur_cuda, which may lack it
target_include_directories(simulated_backend PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(simulated_backend PRIVATE murmur_core CUDA::cudart_static)

file(GLOB device_sources CONFIGURE_DEPENDS device/*.cpp)
list(FILTER device_sources EXCLUDE REGEX "_test.cpp$")
if(NOT MURMUR_RENDER)
  list(FILTER device_sources EXCLUDE REGEX "/cudart_gl.cpp$")
endif()
add_library(simulated_device OBJECT ${device_sources})
target_include_directories(simulated_device PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
target_compile_options(simulated_device PRIVATE $<$<CONFIG:Release>:-O3>)
target_link_libraries(simulated_device PRIVATE murmur_flags CUDA::cudart_static $<TARGET_NAME_IF_EXISTS:murmur_glad>)

# simulate(TARGET): the program runs on the simulated device.
function(simulate target)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:simulated_kernels> $<TARGET_OBJECTS:simulated_backend>
                 $<TARGET_OBJECTS:simulated_device>)
  target_link_libraries(${target} PRIVATE murmur_nvrtc)
endfunction()

add_executable(murmur_simulated ${PROJECT_SOURCE_DIR}/src/app/main.cpp)
target_link_libraries(murmur_simulated PRIVATE murmur_app)
simulate(murmur_simulated)

add_executable(random_flocks_simulated EXCLUDE_FROM_ALL soak/random_flocks.cpp)  # ./dev random-flocks
target_link_libraries(random_flocks_simulated PRIVATE murmur_test_loops CUDA::cudart_static)
simulate(random_flocks_simulated)
add_dependencies(random_flocks_targets random_flocks_simulated)

if(TARGET murmur-mpi)  # its name, in another folder, beside murmur_simulated
  set(MPI_CXX_SKIP_MPICXX TRUE)
  find_package(MPI REQUIRED COMPONENTS CXX)
  get_target_property(mpi_sources murmur-mpi SOURCES)
  list(TRANSFORM mpi_sources PREPEND ${PROJECT_SOURCE_DIR}/src/mpi/ REGEX "^[^/]")
  add_executable(murmur_mpi_simulated ${mpi_sources})
  target_link_libraries(murmur_mpi_simulated PRIVATE murmur_app murmur_ranks MPI::MPI_CXX)
  target_compile_options(murmur_mpi_simulated PRIVATE $<$<CONFIG:Release>:-O1>)
  set_target_properties(murmur_mpi_simulated PROPERTIES OUTPUT_NAME murmur-mpi)
  simulate(murmur_mpi_simulated)
endif()

# What runs on it: its own tests, those of tests/gpu/, and the program. Each with a seed of its own: another order of
# threads, and of what runs when.
set(simulated_environment ${test_environment} ${gl_environment})
function(add_simulated_test name seed)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE murmur_test_support murmur_test_loops CUDA::cudart_static)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  simulate(${name})
  test_needs(${name} ${name})
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 600 LABELS simulated
                       ENVIRONMENT ${gl_environment}  # a list would come apart on its way
                       ENVIRONMENT_MODIFICATION MURMUR_SIM_SEED=set:${seed})
endfunction()
add_simulated_test(simulated_kernels_test 1 device/simulated_kernels_test.cpp)
add_simulated_test(simulated_faults_test 2 device/simulated_faults_test.cpp)
add_simulated_test(simulated_traffic_test 7 device/simulated_traffic_test.cpp)
add_simulated_test(simulated_machines_test 6 device/simulated_machines_test.cpp)
add_simulated_test(simulated_ranks_test 8 device/simulated_ranks_test.cpp)
add_simulated_test(simulated_custom_rules_test 9 backends/custom_rules_random_test.cpp)
add_test(NAME simulated_nvrtc_random COMMAND simulated_custom_rules_test)  # the first of the same rules, compiled
test_needs(simulated_nvrtc_random simulated_custom_rules_test)
set_tests_properties(simulated_nvrtc_random PROPERTIES TIMEOUT 600 LABELS simulated SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]"
  ENVIRONMENT "MURMUR_NVRTC=wait;MURMUR_RULE_SEEDS=40;MURMUR_SIM_SEED=11")
add_simulated_test(simulated_sum_kinds_test 12 backends/sum_kinds_test.cpp)
add_simulated_test(simulated_nvrtc_test 10 device/simulated_nvrtc_test.cpp)
add_simulated_test(simulated_backend_test 3 gpu/gpu_backend_test.cpp)
add_simulated_test(simulated_times_test 10 gpu/gpu_times_test.cpp)
add_simulated_test(simulated_sums_test 13 gpu/gpu_sums_test.cpp)
if(MURMUR_RENDER)
  add_simulated_test(simulated_interop_test 4 gpu/gpu_interop_test.cpp)
  add_simulated_test(simulated_interop_faults_test 5 device/simulated_interop_faults_test.cpp)
endif()
foreach(name simulated_verify_script simulated_failures_script simulated_machines_script simulated_mpi_script simulated_check_script)
  add_test(NAME ${name} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/device/${name}.sh)
  test_needs(${name} murmur_simulated $<TARGET_NAME_IF_EXISTS:murmur_mpi_simulated>)
  set_tests_properties(${name} PROPERTIES TIMEOUT 600 LABELS simulated SKIP_RETURN_CODE 77
    ENVIRONMENT "MURMUR=$<TARGET_FILE:murmur_simulated>;MURMUR_SOURCE_DIR=${PROJECT_SOURCE_DIR};${simulated_environment}")
endforeach()
# Calls at which the device breaks down: of a step, of drawing, of an event, of copying the flock.
if(MURMUR_RENDER)
  test_needs(simulated_window_script murmur_simulated)
  add_test(NAME simulated_window_script COMMAND ${virtual_display} bash ${CMAKE_CURRENT_SOURCE_DIR}/device/simulated_window_script.sh
    cudaGraphLaunch:4:719 cudaGraphicsMapResources:2:719 cudaMalloc:14:719 cudaMalloc:14:2 cudaEventSynchronize:4:719
    cudaMemcpyAsync:12:719)
  set_tests_properties(simulated_window_script PROPERTIES TIMEOUT 600 LABELS simulated RUN_SERIAL TRUE
    ENVIRONMENT "MURMUR=$<TARGET_FILE:murmur_simulated>;MURMUR_SOURCE_DIR=${PROJECT_SOURCE_DIR};${simulated_environment}")
  test_needs(simulated_bus_script murmur_simulated)
  add_test(NAME simulated_bus_script COMMAND ${virtual_display} bash ${CMAKE_CURRENT_SOURCE_DIR}/device/simulated_bus_script.sh)
  set_tests_properties(simulated_bus_script PROPERTIES TIMEOUT 1800 LABELS simulated RUN_SERIAL TRUE SKIP_RETURN_CODE 77
    ENVIRONMENT "MURMUR=$<TARGET_FILE:murmur_simulated>;MURMUR_SOURCE_DIR=${PROJECT_SOURCE_DIR};${simulated_environment}")
endif()
