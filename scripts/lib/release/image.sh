# Makes an image for containers: Debian 12 with the package. Sourced by scripts/release. Needs no daemon.
# shellcheck shell=bash

# Everybody can reach it, so a container can be brought up to date.
mirror=http://deb.debian.org/debian

# make_image PACKAGE FOLDER FILE VERSION: FILE becomes an archive of an OCI image, which podman and docker load.
make_image() {
  local work=$2 container
  say 'making the image'
  mkdir -p "$work"
  # Java's list of certificates has the time at which it was made.
  # Without an example of a run no container makes classes for a fast start, which would end with the container.
  # shellcheck disable=SC2016 # mmdebstrap gives its hooks the root
  mmdebstrap --mode=root --variant=minbase --customize-hook="cp '$1' \"\$1/quartet.deb\"" \
    --customize-hook='chroot "$1" apt-get install -q -y --no-install-recommends /quartet.deb' \
    --customize-hook='cp /usr/lib/*/faketime/libfaketime.so.1 "$1/"' \
    --customize-hook='rm "$1/etc/ssl/certs/java/cacerts"' \
    --customize-hook='chroot "$1" env LD_PRELOAD=/libfaketime.so.1 DONT_FAKE_MONOTONIC=1 FAKETIME="2020-01-01 00:00:00" update-ca-certificates --fresh' \
    --customize-hook='rm -r "$1/libfaketime.so.1" "$1"/var/cache/fontconfig/*' \
    --customize-hook='rm -r "$1/quartet.deb" "$1"/usr/lib/quartet/driver/quartet.jsa* "$1"/var/cache/ldconfig "$1"/var/log/*' \
    --customize-hook='rm -r "$1/root/.java" "$1/usr/lib/quartet/examples/run"' \
    --customize-hook='for file in hostname resolv.conf; do : >"$1/etc/$file"; done' \
    bookworm "$work/root.tar" "deb $mirror bookworm main" "deb $mirror bookworm-updates main" \
    "deb $mirror-security bookworm-security main" &>"$work.log" || {
    tail -n 20 "$work.log" >&2
    die 3 "the image could not be made; the end of its log is above. Can this machine reach its package mirror?"
  }
  in_image() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
  container=$(in_image from scratch)
  in_image add --quiet "$container" "$work/root.tar" / >/dev/null
  in_image config --entrypoint '["quartet"]' --cmd '--help' --workingdir /work --env LANG=C.UTF-8 \
    --label org.opencontainers.image.title=Quartet --label "org.opencontainers.image.version=$4" \
    --label org.opencontainers.image.licenses=Apache-2.0 "$container"
  in_image commit --quiet --timestamp "$SOURCE_DATE_EPOCH" --rm "$container" quartet >/dev/null
  in_image push --quiet quartet "oci:$work/oci:quartet:$4"
  pack "$work/oci" . >"$3"
}
