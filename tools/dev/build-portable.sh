#!/usr/bin/env bash
#: build-portable  programs for gpu with their libraries, for a machine without package manager or network;
#:                 MURMUR_CUDA_ARCHITECTURES=90-real: for one kind of GPU, smaller and sooner built
# Kernels and model are in shared libraries, so that the programs have one copy of them; these and the other libraries
# are copied to its folder lib. glibc and the drivers are those of the target machine.
. tools/common.sh

from=build/portable-build to=build/portable-build/portable archive=build/portable.tar.gz link=-s,--disable-new-dtags
programs=(murmur tests/gpu_backend_test tests/gpu_sums_test tests/gpu_interop_test tests/gpu_times_test tests/load_clocks)
install "${build_packages[@]}"
cuda_toolkit
has_nvcc || die "build-portable needs the CUDA Toolkit (nvcc)"
say "Building $archive (log: build/portable.log)"
# shellcheck disable=SC2016  # $ORIGIN is for the loader
run_quietly build/portable.log cmake -S . -B $from -G Ninja "${cuda_options[@]}" -DCMAKE_BUILD_TYPE=Release -DMURMUR_CUDA=ON -DMURMUR_CUDA_ARCHITECTURES="${MURMUR_CUDA_ARCHITECTURES:-all}" \
  -DMURMUR_RENDER=ON -DMURMUR_BENCHMARKS=OFF -DMURMUR_PYTHON=OFF -DMURMUR_SHARED_LIBRARIES=ON '-DCMAKE_BUILD_RPATH=$ORIGIN/lib' \
  -DCMAKE_EXE_LINKER_FLAGS=-Wl,$link -DCMAKE_SHARED_LINKER_FLAGS=-Wl,$link
run_quietly build/portable.log cmake --build $from --parallel "$(job_count)" --target "${programs[@]##*/}"
rm -rf $to
mkdir -p $to/lib
for program in "${programs[@]}"; do
  cp "$from/$program" $to/
  while read -r library; do
    cp -uL "$library" $to/lib/
  done < <(ldd "$from/$program" | awk '$3 ~ /^\// && $1 !~ /^(libc|libm|libmvec|libdl|librt|libpthread|libresolv|libnsl|libutil|libanl)\.so/ {print $3}')
done
# The dispatchers that connect OpenGL to the driver, for a machine with a driver only. CUDA opens them by name, for
# interop also by the names of development packages.
mkdir -p $to/lib/gl
for library in libEGL.so.1 libGL.so.1 libGLX.so.0 libOpenGL.so.0 libGLdispatch.so.0; do
  path=$(/sbin/ldconfig -p | awk -v name=$library '$1 == name {print $NF; exit}')
  [[ -n $path ]] || die "build-portable cannot find $library"
  cp -L "$path" $to/lib/gl/
done
ln -s libEGL.so.1 $to/lib/gl/libEGL.so  # links: two copies would be two dispatchers
ln -s libGL.so.1 $to/lib/gl/libGL.so
tar -C $from -czf $archive.part portable
mv $archive.part $archive
say "$archive has $(du -m $archive | cut -f1) MB: copy it with the sources to the machine with the GPU, then run ./dev gpu all"
