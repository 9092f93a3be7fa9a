# Writes the shaders of the program that the page uses (FROM, a folder; NAMES) as a module of JavaScript (TO).
set(text "// Shaders of the program.\nexport const shaders = {\n")
foreach(name IN LISTS NAMES)
  file(READ ${FROM}/${name} shader)
  string(APPEND text "'${name}': `${shader}`,\n")
endforeach()
file(WRITE ${TO} "${text}};\n")
