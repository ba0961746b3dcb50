# Makes a Debian package of the folder of a release. Sourced by scripts/release.
# shellcheck shell=bash

# kibibytes FOLDER: size of its files. What they take on a disk depends on the file system.
kibibytes() {
  find "$1" -type f -printf '%s\n' | awk '{ bytes += $1 } END { printf "%d", bytes / 1024 }'
}

# make_package RELEASE FOLDER FILE VERSION: FOLDER gets the files of the package, which becomes FILE.
make_package() {
  local release=$1 root=$2
  mkdir -p "$root"/usr/{bin,lib/quartet,share/doc/quartet,share/man/man1,share/bash-completion/completions,share/zsh/vendor-completions} \
    "$root/DEBIAN"
  cp -a "$release"/. "$root/usr/lib/quartet/"
  rm -r "$root/usr/lib/quartet/share"
  ln -s ../lib/quartet/scripts/quartet "$root/usr/bin/quartet"
  cp -a "$release"/share/man/man1/*.1 "$root/usr/share/man/man1/"
  gzip -n -9 "$root"/usr/share/man/man1/*.1
  cp -a "$release/share/completion/quartet" "$root/usr/share/bash-completion/completions/"
  cp -a "$release/share/completion/_quartet" "$root/usr/share/zsh/vendor-completions/"
  printf 'Quartet has the licence in /usr/lib/quartet/LICENSE. Those of the libraries that it brings are in /usr/lib/quartet/licenses.\n' \
    >"$root/usr/share/doc/quartet/copyright"
  sed "s/@VERSION@/$4/; s/@GLIBC@/$(promised_c_library)/; s/@SIZE@/$(kibibytes "$root/usr")/" \
    scripts/lib/release/debian/control >"$root/DEBIAN/control"
  install -m 755 scripts/lib/release/debian/{postinst,prerm,postrm} "$root/DEBIAN/"
  install -m 644 scripts/lib/release/debian/triggers "$root/DEBIAN/"
  (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  dpkg-deb --root-owner-group -Zxz --build "$root" "$3"
}
