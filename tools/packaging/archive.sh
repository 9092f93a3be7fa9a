#!/usr/bin/env bash
# archive.sh WHEEL DEB ARCHIVE.tar.zst: the program of WHEEL with its libraries, and the pages, scenarios and the like of DEB, in a folder that
# runs where it is unpacked.
. tools/common.sh

wheel=$1 deb=$2 archive=$3 name=$(basename "$3" .tar.zst) from=$PWD/build/archive
to=$from/$name
rm -rf "$from"
mkdir -p "$to"/{bin,lib/murmur} "$from/deb"
python3 -m zipfile -e "$wheel" "$from/wheel"
dpkg-deb -x "$deb" "$from/deb"
cp "$from"/wheel/*.libs/* "$to/lib/murmur"
cp "$from/wheel/murmur/bin/murmur" "$to/bin/"
chmod 755 "$to/bin/murmur"
patchelf --set-rpath "\$ORIGIN/../lib/murmur" "$to/bin/murmur"
cp -r "$from/deb/usr/share" "$to/"
rm -r "$to/share/lintian" "$to/share/doc/murmur/examples" "$to"/share/doc/murmur/{copyright,changelog.gz}
cp -r "$from/wheel/murmur/LICENSES" "$to/share/doc/murmur/"
cp tools/packaging/install.sh "$to/"
tar -C "$from" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | zstd -q -19 -f -o "$archive"
