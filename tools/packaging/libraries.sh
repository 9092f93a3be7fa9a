#!/usr/bin/env bash
# Builds two libraries from Debian's sources into build/libraries, for files that run where neither is installed. Debian's own
# HDF5 reads from S3 (driver ros3), which brings libcurl, OpenSSL, Kerberos and LDAP, 28 MB; the program reads no such file.
# Debian 12's GLFW needs Xlib to start the program at all, and cannot open windows of Wayland; 3.4 looks for both when a window opens.
. tools/common.sh

to=$PWD/build/libraries log=$PWD/build/libraries.log
[[ ! -e $to/complete ]] || exit 0
install build-essential cmake ninja-build ccache dpkg-dev zlib1g-dev libwayland-dev libxkbcommon-dev libxrandr-dev libxinerama-dev \
  libxcursor-dev libxi-dev
# The machine's own archive of Debian has the sources of its other releases, too.
# shellcheck disable=SC2016  # apt replaces it
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' | awk '!/security/ && !n++')
[[ -n $archive ]] || die "apt knows no archive of Debian; run: apt-get update"
rm -rf "$to"
mkdir -p "$to"/{lists/partial,sources.d,src}
cat >"$to/sources.d/debian.sources" <<TEXT
Types: deb-src
URIs: $archive
Suites: bookworm trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
TEXT
apt=(apt-get -oDir::Etc::SourceList=/dev/null -oDir::Etc::SourceParts="$to/sources.d" -oDir::State::Lists="$to/lists"
  -oAPT::Sandbox::User=root)
say "Building HDF5 and GLFW from Debian's sources (log: build/libraries.log)"
cd "$to/src"
run_quietly "$log" "${apt[@]}" update
run_quietly "$log" "${apt[@]}" source hdf5/bookworm glfw3/trixie
options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$to" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_C_COMPILER_LAUNCHER=ccache "-DCMAKE_C_FLAGS=-ffile-prefix-map=$to=.")
# shellcheck disable=SC2034  # both are read through `of`
of_hdf5=(-DHDF5_BUILD_CPP_LIB=OFF -DHDF5_BUILD_HL_LIB=OFF -DHDF5_BUILD_TOOLS=OFF -DHDF5_BUILD_EXAMPLES=OFF -DBUILD_TESTING=OFF
  -DHDF5_ENABLE_Z_LIB_SUPPORT=ON -DHDF5_ENABLE_SZIP_SUPPORT=OFF -DHDF5_ENABLE_ROS3_VFD=OFF
  -DHDF5_ENABLE_EMBEDDED_LIBINFO=OFF)  # the text of libhdf5.settings, with folders of this machine
# shellcheck disable=SC2034
of_glfw3=(-DGLFW_BUILD_DOCS=OFF -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_WAYLAND=ON -DGLFW_BUILD_X11=ON)
for library in hdf5 glfw3; do
  declare -n of=of_$library
  mkdir "$to/src/$library"
  cd "$to/src/$library"  # HDF5's tests of the compiler write into the present folder
  run_quietly "$log" cmake -S "$to/src/$library"-[0-9]* -B . "${options[@]}" "${of[@]}"
  run_quietly "$log" cmake --build . --parallel "$(job_count)"
  run_quietly "$log" cmake --install .
done
cp "$to"/src/hdf5-*/COPYING "$to/HDF5.txt"
cp "$to"/src/glfw3-*/LICENSE.md "$to/GLFW.txt"
touch "$to/complete"
