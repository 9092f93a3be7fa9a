# embed_files(TARGET FUNCTION KEY FILE...): adds to TARGET a source that defines
# `std::span<const EmbeddedText> murmur::FUNCTION()` (declared in base/embedded.h) with the text of
# each file. KEY says how an entry is called: NAME keeps the extension, NAME_WE drops it; so does BYTES, for files that are
# not text; BYTES_NAME keeps the extension; PATH_FROM:FOLDER is the path from there.
function(embed_files target function key)
  set(output ${murmur_generated_dir}/${function}.cpp)
  set(script ${PROJECT_SOURCE_DIR}/tools/cmake/embed.cmake)
  string(JOIN "|" joined ${ARGN})  # in the command itself, so that a file taken away rebuilds too
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D FUNCTION=${function} -D KEY=${key}
            "-DFILES=${joined}" -P ${script}
    DEPENDS ${ARGN} ${script}
    COMMENT "Embedding ${function}"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
