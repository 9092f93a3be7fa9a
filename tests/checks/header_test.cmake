# Every header must compile alone, and when included twice.
# The compilation is the test; there is nothing to run. Where X.cpp includes X.h first, it proves the same in a build with
# MURMUR_JOIN=OFF (the preset headless).
set(src ${PROJECT_SOURCE_DIR}/src)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${src} ${src}/base/*.h ${src}/model/*.h ${src}/sim/*.h)
set(header_units "")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "\\.h$" ".cpp" source ${src}/${header})
  if(EXISTS ${source})
    file(STRINGS ${source} first REGEX "^#include" LIMIT_COUNT 1)
    if(first STREQUAL "#include \"${header}\"")
      continue()
    endif()
  endif()
  set(unit ${murmur_generated_dir}/header_test/${header}.cpp)
  file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${header}\"\n#include \"${header}\"\n" @ONLY)
  list(APPEND header_units ${unit})
endforeach()
if(header_units)
  add_library(header_test OBJECT ${header_units})
  target_link_libraries(header_test PRIVATE murmur_sim)
  target_compile_options(header_test PRIVATE -O0)  # nothing of it runs
endif()
