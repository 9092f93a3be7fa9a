#!/bin/sh
# try_package.sh HASH DEB: as root of a bare Debian, installs the package as one of an older version, upgrades it, uses it, and purges it. The preset
# book has HASH after 200 steps. Of what the package has, nothing is left. Needs Debian's packages by network.
set -eu
hash=$1 deb=$2
apt-get -qq update
files() { find /usr /etc /opt -name '*murmur*' ! -path '/opt/try_*' | sort; }
files >/tmp/before
dpkg-deb -R "$deb" /tmp/old
sed -i 's/^Version: .*/Version: 0.0.1/' /tmp/old/DEBIAN/control
dpkg-deb -b /tmp/old /tmp/old.deb
apt-get -qq install -y --no-install-recommends /tmp/old.deb
apt-get -qq install -y --no-install-recommends "$deb"
murmur run --preset book --steps 200 | grep "hash=$hash"
murmur render --preset book --frames 30 --size 320x240 --output /tmp/film.mp4
murmur docs
apt-get -qq purge -y murmur
files >/tmp/after
diff /tmp/before /tmp/after
