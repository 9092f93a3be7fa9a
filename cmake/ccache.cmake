# nvcc needs half a minute for one file with all architectures, 10 seconds with one; ccache makes the second time free.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  foreach(language C CXX CUDA)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
    endif()
  endforeach()
endif()
