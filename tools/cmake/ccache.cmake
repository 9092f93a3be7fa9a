# nvcc needs half a minute for one file with all architectures, 10 seconds with one; ccache makes the second time free. So it does for the
# Python package, whose sources are those of the program: with paths relative to the sources, as ./dev has them, `pip install .` finds them.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(launcher ${CCACHE_PROGRAM})
  if(NOT DEFINED ENV{CCACHE_BASEDIR})
    set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${CCACHE_PROGRAM})
  endif()
  foreach(language C CXX CUDA)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${launcher})
    endif()
  endforeach()
endif()
