# Writes the tables of tests/backends/known_bits_test.cpp (FROM) and of tests/render/plain_pictures_test.cpp (PICTURES: those without keys) as
# a module of JavaScript (TO), so that each is written once.
function(rows_of file entry row out)
  file(READ ${file} text)
  string(REGEX MATCHALL "${entry}" entries "${text}")
  if(NOT entries)
    message(FATAL_ERROR "${file} has no entry ${entry}")
  endif()
  set(rows "")
  foreach(one IN LISTS entries)
    string(REGEX REPLACE "${entry}" "${row}" one "${one}")
    string(APPEND rows "  [${one}],\n")
  endforeach()
  set(${out} "${rows}" PARENT_SCOPE)
endfunction()
rows_of(${FROM} "KnownBits{\"([a-z0-9-]+)\", 0x([0-9a-f]+)u}" "'\\1', '\\2'" bits)
rows_of(${PICTURES} "{\"([a-z0-9-]+)\", ([0-9]+), {}, 0x([0-9a-f]+)}" "'\\1', '\\2', '\\3'" pictures)
file(WRITE ${TO} "// Hashes of 1,000 boids after 100 steps.
export const knownBits = [
${bits}];
// Preset, boids, and the hash of the picture with 320 x 200 pixels after 20 steps.
export const knownPictures = [
${pictures}];
")
