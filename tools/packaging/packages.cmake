# What `cmake --install` and the Debian package install, and how CPack packs it: `./dev package` says with which options.
find_program(GZIP_PROGRAM gzip)
include(GNUInstallDirs)
set(package_dir ${PROJECT_BINARY_DIR}/packaging)
file(MAKE_DIRECTORY ${package_dir})
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(man_script ${CMAKE_CURRENT_LIST_DIR}/man_page.py)
add_custom_command(
  OUTPUT ${package_dir}/murmur.1.gz
  COMMAND Python3::Interpreter ${man_script} $<TARGET_FILE:murmur> ${PROJECT_VERSION} > ${package_dir}/murmur.1
  COMMAND ${GZIP_PROGRAM} -9nf ${package_dir}/murmur.1
  DEPENDS murmur ${man_script} VERBATIM)
set(pages_script ${PROJECT_SOURCE_DIR}/tools/html_pages.py)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md ${PROJECT_SOURCE_DIR}/docs/*.png
     ${PROJECT_SOURCE_DIR}/docs/*.webp ${PROJECT_SOURCE_DIR}/docs/*.svg ${PROJECT_SOURCE_DIR}/python/murmur/*.py)
add_custom_command(
  OUTPUT ${package_dir}/html/index.html
  COMMAND Python3::Interpreter ${pages_script} $<TARGET_FILE:murmur> ${package_dir}/html
  DEPENDS murmur ${pages_script} ${PROJECT_SOURCE_DIR}/tools/pages.py ${page_sources} ${PROJECT_SOURCE_DIR}/README.md
          ${PROJECT_SOURCE_DIR}/CHANGELOG.md VERBATIM)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${package_dir}/changelog "murmur (${PROJECT_VERSION}) unstable; urgency=medium\n\n"
  "  * See /usr/share/doc/murmur/CHANGELOG.md.gz.\n\n -- The Murmuration authors <murmuration@localhost>  ${date}\n")
add_custom_command(
  OUTPUT ${package_dir}/changelog.gz ${package_dir}/CHANGELOG.md.gz
  COMMAND ${GZIP_PROGRAM} -9nkf ${package_dir}/changelog
  COMMAND ${GZIP_PROGRAM} -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${package_dir}/CHANGELOG.md.gz
  DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md VERBATIM)
add_custom_target(package_files DEPENDS murmur $<TARGET_NAME_IF_EXISTS:murmur_library> ${package_dir}/murmur.1.gz ${package_dir}/changelog.gz ${package_dir}/CHANGELOG.md.gz
                  ${package_dir}/html/index.html)

set(to COMPONENT program)
install(TARGETS murmur RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} ${to})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios/presets DESTINATION ${CMAKE_INSTALL_DATADIR}/murmur ${to})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/murmur ${to}
        REGEX "/(presets|figures|gallery)$" EXCLUDE)
install(FILES ${package_dir}/murmur.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 ${to} OPTIONAL)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/murmur.bash RENAME murmur
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions ${to})
install(FILES ${CMAKE_CURRENT_LIST_DIR}/murmur.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications ${to})
install(FILES ${CMAKE_CURRENT_LIST_DIR}/murmur.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps ${to})
install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/murmur ${to})
install(DIRECTORY ${package_dir}/html DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/murmur ${to} OPTIONAL)
install(FILES ${package_dir}/changelog.gz ${package_dir}/CHANGELOG.md.gz
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/murmur ${to} OPTIONAL)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/lintian-overrides RENAME murmur DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides ${to})

# The C library, in a component of its own: `cmake --install build/release --component library --prefix FOLDER`.
if(NOT MURMUR_SHARED_LIBRARIES)
  include(CMakePackageConfigHelpers)
  set(of COMPONENT library)
  set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/murmur)
  install(TARGETS murmur_library EXPORT murmur LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ${of})
  install(FILES ${PROJECT_SOURCE_DIR}/src/library/murmur.h ${PROJECT_SOURCE_DIR}/src/library/murmur.hpp
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${of})
  install(EXPORT murmur NAMESPACE murmur:: FILE murmur-config.cmake DESTINATION ${config_folder} ${of})
  write_basic_package_version_file(${package_dir}/murmur-config-version.cmake COMPATIBILITY SameMajorVersion)
  string(REGEX REPLACE "[^/]+" ".." to_prefix ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/murmur.pc.in ${package_dir}/murmur.pc @ONLY)
  install(FILES ${package_dir}/murmur-config-version.cmake DESTINATION ${config_folder} ${of})
  install(FILES ${package_dir}/murmur.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${of})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/examples/library/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/murmur/examples ${of})
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};${PROJECT_NAME};program;/;${PROJECT_BINARY_DIR};${PROJECT_NAME};library;/")
set(CPACK_PACKAGE_NAME murmur)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Murmuration authors <murmuration@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Packages with programs that are linked with the library need this one.
file(WRITE ${package_dir}/shlibs "libmurmur ${PROJECT_VERSION_MAJOR} murmur (>= ${PROJECT_VERSION})\n")
file(WRITE ${package_dir}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${package_dir}/shlibs ${package_dir}/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Opened at run time: OpenGL's drivers, and ffmpeg for films. CUDA's driver, too; nothing depends on it.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libegl1, libgl1, libgl1-mesa-dri, ffmpeg, fonts-droid-fallback | fonts-noto-cjk")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator of very large flocks, drawn live")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Murmuration steps flocks of up to millions of boids, in 2D and 3D, to the same
bits on every machine and backend, and draws them live. It has the models of
a dozen sources as presets, and writes states, metrics, trajectories, films
and logs that replay.")
include(CPack)
