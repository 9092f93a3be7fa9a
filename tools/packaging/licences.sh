#!/usr/bin/env bash
# licences.sh FOLDER: the licences of all that a release has inside, a file for each library.
. tools/common.sh

mkdir -p "$1"
cp LICENSE "$1/Murmuration.txt"
cp LICENSES/* build/libraries/HDF5.txt build/libraries/GLFW.txt "$1"
for package in libcli11-dev libfmt-dev libhwy-dev libimgui-dev libpng-dev librandom123-dev libstb-dev libtomlplusplus-dev nlohmann-json3-dev python3-glad; do
  [[ -e /usr/share/doc/$package/copyright ]] || die "there is no licence of $package in /usr/share/doc"
  cp "/usr/share/doc/$package/copyright" "$1/${package%-dev}.txt"
done
