#!/usr/bin/env bats
# What prepares machines, as far as it can be tested without one: syntax, arguments, and the list of what was made. The suites own-machines
# and machine-failures of scripts/test soak try it on real ones.
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  journal=$PWD/scripts/machines/journal
  work=$BATS_TEST_TMPDIR
  export ANSIBLE_CONFIG=$PWD/scripts/machines/ansible/ansible.cfg
}

# Processes of a test sleep much longer than any machine needs for it, and end here.
teardown() {
  local started
  mapfile -t started < <(jobs -p)
  ((${#started[@]} == 0)) || kill "${started[@]}" 2>/dev/null || true
}

# An inventory as quartet up writes it, with one machine for all roles: every text is unsafe to Ansible, so no template.
inventory() {
  jq -n '{all: {children: {quartet: {
    vars: {quartet_name: "x", quartet_owner: "me", quartet_account: "quartet", quartet_files: "/f", quartet_folder: "/d/x", quartet_postgres_major: 15,
      quartet_tier_a_archive: "a.tar.gz", quartet_loader_archive: "l.tar.gz", quartet_firewall: true, quartet_kernel: [{key: "vm.swappiness", value: "1"}]},
    hosts: {"a1-vm1": {ansible_host: "127.0.0.1", quartet_wanted: "w", quartet_folders: ["/d/x"],
      quartet_databases: [{vm: "a1-vm2", address: "127.0.0.1", port: 5432, home: "/d/x/a1-vm2", tablespaces: {}, checksums: "", files: []}],
      quartet_tier_as: [{vm: "a1-vm1", address: "127.0.0.1", port: 7400, set: "a1", files: []}]}}}}}} |
    walk(if type == "string" then {__ansible_unsafe: .} else . end)'
}

@test "every playbook and every file of tasks is valid for the pinned Ansible" {
  local environment file checked=0
  environment=$(scripts/machines/environment)
  inventory >"$work/inventory.json"
  # Files that a role chooses while it runs are not read by the check of its playbook.
  for file in "$PWD"/scripts/machines/ansible/roles/*/tasks/*.yml; do
    printf -- '- hosts: all\n  tasks:\n    - ansible.builtin.import_tasks: %s\n' "$file" >>"$work/roles.yml"
    checked=$((checked + 1))
  done
  # In one go: starting Ansible is most of the time. It stops at the first one that is wrong.
  "$environment/bin/python" -m ansible playbook --syntax-check -i "$work/inventory.json" scripts/machines/ansible/{up,down}.yml "$work/roles.yml"
  ((checked >= 9))
  # The last of several plays is read too.
  printf -- '- hosts: all\n  tasks:\n    - ansible.builtin.copi: {}\n' >>"$work/roles.yml"
  run ! "$environment/bin/python" -m ansible playbook --syntax-check -i "$work/inventory.json" scripts/machines/ansible/up.yml "$work/roles.yml"
  [[ $output == *ansible.builtin.copi* ]]
}

@test "what a user should know of a removal, and why a task failed, reaches the one who reads the results of tasks" {
  local environment
  environment=$(scripts/machines/environment)
  printf -- '%s\n' '- hosts: all' '  gather_facts: false' '  tasks:' \
    '    - {name: remove, ansible.builtin.command: {argv: [printf, "notice: one stays\nnotice: two stay\nremoved\n"]}}' \
    '    - {name: quiet, ansible.builtin.command: {argv: [printf, "removed\n"]}}' \
    '    - {name: other, ansible.builtin.command: {argv: [printf, "one\ntwo\n"]}}' \
    '    - {name: refuse, ansible.builtin.command: {argv: [bash, -c, "echo notice: it stays; echo no >&2; exit 3"]}}' >"$work/one.yml"
  run -2 "$environment/bin/python" -m ansible playbook -i localhost, -c local "$work/one.yml" 3>"$work/results"
  diff - <(jq -c '[.task, .state, .reason, .code, .notices]' "$work/results") <<'RESULTS'
["remove","changed","",0,["one stays","two stay"]]
["quiet","changed","",0,[]]
["other","changed","",0,[]]
["refuse","failed","no",3,["it stays"]]
RESULTS
}

@test "the names of everything that is made on a machine come from the inventory" {
  local environment
  environment=$(scripts/machines/environment)
  inventory >"$work/inventory.json"
  printf -- '%s\n' '- hosts: all' '  gather_facts: false' '  vars_files: ["'"$PWD"'/scripts/machines/ansible/vars/names.yml"]' \
    '  tasks:' '    - ansible.builtin.copy: {dest: "'"$work"'/plan", content: "{{ quartet_plan | join(\"\n\") }}\n{{ ansible_remote_tmp }}\n"}' >"$work/plan.yml"
  "$environment/bin/python" -m ansible playbook -i "$work/inventory.json" -c local "$work/plan.yml"
  diff - "$work/plan" <<'PLAN'
account quartet
folder /d/x
unit quartet-x-a1-vm2.service
unit quartet-x-a1-vm1.service
file /etc/systemd/system/quartet-x-a1-vm2.service
file /etc/systemd/system/quartet-x-a1-vm1.service
file /etc/postgresql-common/createcluster.d/quartet-x.conf
file /etc/sysctl.d/60-quartet-x.conf
kernel vm.swappiness=
~/.quartet-ansible-x
PLAN
  rm -rf ~/.quartet-ansible-x
}

# marked MARK SECONDS: a process with this mark of a pass, in its environment when this returns.
marked() {
  QUARTET_PASS=$1 bash -c 'exec sleep "$0"' "$2" 3>&- &
  until grep -qzsxF "QUARTET_PASS=$1" "/proc/$!/environ"; do :; done
}

@test "what an interrupted pass is still doing here is waited for" {
  journal_in_scratch
  sed -i 's/seconds < 600/seconds < 3/' "$journal"
  local name=waited-$$ late
  marked "$name" 1
  bash "$journal" plan "$name" me "file $work/one"
  run ! kill -0 $!
  marked "$name-other" 600 # of another benchmark
  marked "$name" 600
  late=$!
  for verb in plan remove; do
    run -1 bash "$journal" "$verb" "$name" me
    [[ $output == *"interrupted is still at work here, in processes $late."* ]]
    run -3 bash "$journal" "$verb" "$name" other # is refused without waiting
  done
  # A later task of that pass itself.
  QUARTET_PASS=$name bash "$journal" plan "$name" me "file $work/two"
  kill "$late"
  # Its first task.
  marked "$name first" 600
  late=$!
  bash "$journal" plan "$name" me "file $work/two"
  run -1 bash "$journal" remove "$name" me
  kill "$late"
  bash "$journal" remove "$name" me
}

@test "packages stay while a program of them runs, and the user is told" {
  journal_in_scratch
  mkdir -p "$work/bin" "$work/programs"
  sed -i "s|/usr/lib/postgresql/|$work/programs/|; s|/etc/postgresql/|$work/clusters/|" "$journal"
  printf '#!/bin/bash\nexit\n' >"$work/bin/dpkg-query"
  printf '#!/bin/bash\nprintf "%%s\\n" "$*" >>"%s/apt"\n' "$work" >"$work/bin/apt-get"
  chmod +x "$work"/bin/*
  cp "$(type -P sleep)" "$work/programs/"
  bash "$journal" plan x me 'package postgresql-15'
  "$work/programs/sleep" 600 3>&- &
  run -0 env PATH="$work/bin:$PATH" bash "$journal" remove x me
  [[ $output == *"notice: these packages stay, because process $! runs from"*': postgresql-15'* ]]
  run ! grep purge "$work/apt"
  kill $!
  wait $! || true
  bash "$journal" plan x me 'package postgresql-15'
  run -0 env PATH="$work/bin:$PATH" bash "$journal" remove x me
  [[ $output != *notice* ]]
  grep -q 'purge.*postgresql-15' "$work/apt"
}

@test "copies that a pass has left go; those of another benchmark may be in use" {
  journal_in_scratch
  mkdir "$work"/.quartet-ansible-{x,y}
  bash "$journal" remove x me
  [[ ! -e $work/.quartet-ansible-x && -d $work/.quartet-ansible-y ]]
}

# The script with its lists, and the home of each account, in a folder of the test.
journal_in_scratch() {
  getent() { printf '%s:x:0:0::%s:/bin/bash\n' "$2" "$work"; }
  export -f getent
  export work
  mkdir -p "$work/etc"
  sed "s|^folder=/etc/quartet$|folder=$work/etc|" "$journal" >"$work/journal"
  grep -q "^folder=$work/etc$" "$work/journal"
  journal=$work/journal
}

@test "everything is noted before it is made, once, and nothing that is there already" {
  journal_in_scratch
  bash "$journal" plan x me "folder $work/data
file $work/one"
  bash "$journal" plan x me "folder $work/data
file $work/two"
  diff - "$work/etc/x.made" <<LIST
owner me
folder $work/data
file $work/one
file $work/two
LIST
  mkdir "$work/foreign"
  run -3 bash "$journal" plan x me "file $work/three
folder $work/foreign"
  [[ $output == *"$work/foreign is there already"* ]]
  run ! grep -q three "$work/etc/x.made"
  # What it made itself is no stranger.
  mkdir "$work/data"
  bash "$journal" plan x me "folder $work/data"
}

@test "folders above what was made go too, if nothing else is in them" {
  journal_in_scratch
  bash "$journal" plan x me "folder $work/one/two/x"
  mkdir -p "$work/one/two/x"
  touch "$work/one/kept"
  bash "$journal" remove x me
  [[ -e $work/one/kept && ! -e $work/one/two ]]
}

@test "what another driver has made under this name stays as it is" {
  journal_in_scratch
  bash "$journal" plan x 'word me@here' "folder $work/data"
  mkdir "$work/data"
  for verb in 'plan x other' 'remove x other'; do
    # shellcheck disable=SC2086 # three words
    run -3 bash "$journal" $verb "file $work/one"
    [[ $output == *'prepared here by me@here'* ]]
  done
  [[ -d $work/data ]]
}

@test "an account that was there before is refused" {
  journal_in_scratch
  run -3 bash "$journal" plan x me "account root"
  [[ $output == *'account root is there already'* ]]
}

@test "a file that several benchmarks share goes with the last of them, and one that was there before is refused" {
  local file=$work/keyrings/quartet-1.asc name
  journal_in_scratch
  bash "$journal" plan x me "shared $file"
  mkdir "$work/keyrings"
  : >"$file"
  bash "$journal" plan y me "shared $file"
  for name in x y; do
    [[ -e $file ]]
    bash "$journal" remove $name me
  done
  [[ ! -e $work/keyrings ]]
  mkdir "$work/keyrings"
  : >"$file"
  run -3 bash "$journal" plan x me "shared $file"
  [[ $output == *"$file is there already"* ]]
}

@test "data that have gone since are not made anew" {
  journal_in_scratch
  bash "$journal" plan x me "data $work/data"
  for verb in plan remove; do
    run -3 bash "$journal" "$verb" x me "file $work/one"
    [[ $output == *"$work/data is not there. Mount its disk"* ]]
  done
  mkdir "$work/data"
  bash "$journal" remove x me
}

@test "databases do not move to other folders" {
  journal_in_scratch
  mkdir -p "$work/old/data"
  bash "$journal" plan x me "data $work/old/data"
  run -3 bash "$journal" plan x me "folder $work/new"
  [[ $output == *'quartet down with the old dataDirectory'* ]]
}

@test "a change in a folder is seen, wherever the folder is" {
  journal_in_scratch
  mkdir -p "$work/var/lib/x/a1-vm3/data" "$work/var/lib/x/loader/lib"
  printf 'folder %s\n' "$work/var/lib/x" >"$work/etc.made"
  mkdir -p "$work/etc" && mv "$work/etc.made" "$work/etc/x.made"
  printf 'a\n' | tee "$work/var/lib/x/a1-vm3/data/running.conf" >"$work/var/lib/x/loader/lib/some.conf"
  bash "$journal" seal x abc
  printf 'b\n' >"$work/var/lib/x/loader/lib/some.conf"
  run -0 bash "$journal" look x
  [[ $output != *differs* ]]
  printf 'b\n' >"$work/var/lib/x/a1-vm3/data/running.conf"
  run -0 bash "$journal" look x
  [[ $output == *"differs $work/var/lib/x/a1-vm3/data/running.conf"* ]]
}

# sysctl with values in files, as a machine has them.
scratch_kernel() {
  mkdir -p "$work/bin" "$work/kernel"
  cat >"$work/bin/sysctl" <<END
#!/usr/bin/env bash
[[ \$1 == -n ]] && { cat "$work/kernel/\$2"; exit; }
[[ \$2 == -p ]] && { sed -n 's/ = /=/p' "\$3" | while read -r value; do "\$0" -q -w "\$value" || exit; done; exit; }
value=\${*: -1}
[[ \$value != vm.dirty_bytes=0 && \$value != vm.refused=* ]] || exit 1
printf '%s\n' "\${value#*=}" | tr ' ' '\t' >"$work/kernel/\${value%%=*}"
END
  chmod +x "$work/bin/sysctl"
  PATH=$work/bin:$PATH
}

# kernel_of NAME VALUE: as the playbook sets net.core.somaxconn for a benchmark.
kernel_of() {
  bash "$journal" plan "$1" me 'kernel net.core.somaxconn='
  sysctl -q -w "net.core.somaxconn=$2"
}

@test "kernel settings of several benchmarks come back, whichever ends first" {
  journal_in_scratch
  scratch_kernel
  # The second value is another one, and what the first benchmark found.
  for value in '6000 1' '4096 1'; do
    for order in 'a b c' 'a c b' 'b a c' 'b c a' 'c a b' 'c b a'; do
      printf '4096\t1\n' >"$work/kernel/net.core.somaxconn"
      kernel_of a '5000 1'
      kernel_of b "$value"
      kernel_of c '7000 1'
      for name in $order; do
        [[ ! -e $work/etc/c.made || $(<"$work/kernel/net.core.somaxconn") == $'7000\t1' ]]
        bash "$journal" remove "$name" me
      done
      [[ $(<"$work/kernel/net.core.somaxconn") == $'4096\t1' ]]
    done
  done
}

@test "a benchmark that is stopped gives kernel and ports back, and has them again once it is started" {
  journal_in_scratch
  sed -i "s|/etc/sysctl\\\\.d/|$work/sysctl/|" "$journal"
  scratch_kernel
  # shellcheck disable=SC2016 # the stub expands it
  printf '#!/bin/bash\n[[ $1 != is-active ]] || { echo inactive; exit 3; }\nprintf "%%s " "$@" >>"$work/systemctl"\n' >"$work/bin/systemctl"
  chmod +x "$work/bin/systemctl"
  printf '4096\n' >"$work/kernel/net.core.somaxconn"
  mkdir -p "$work/sysctl"
  bash "$journal" plan x me "file $work/sysctl/60-x.conf
unit x-1.service
kernel net.core.somaxconn="
  printf '# Quartet\nnet.core.somaxconn = 5000\n' >"$work/sysctl/60-x.conf"
  sysctl -q -w net.core.somaxconn=5000
  bash "$journal" seal x abc
  run -3 bash "$journal" stop x other
  for _ in 1 2; do # The second time there is nothing to do.
    bash "$journal" stop x me
    [[ $(<"$work/kernel/net.core.somaxconn") == 4096 && ! -e $work/sysctl/60-x.conf ]]
    grep -q 'disable --now --quiet x-1.service' "$work/systemctl"
    run -0 bash "$journal" look x
    [[ $output == *'stopped yes'* ]]
  done
  # Interrupted, once the kernel was noted.
  sed 's/^    install -m/    exit 9; &/' "$journal" >"$work/interrupted"
  run -9 bash "$work/interrupted" start x me
  for _ in 1 2; do
    bash "$journal" start x me
    [[ $(<"$work/kernel/net.core.somaxconn") == 5000 && -s $work/sysctl/60-x.conf ]]
    grep -q 'enable --now --quiet x-1.service' "$work/systemctl"
    run -0 bash "$journal" look x
    [[ $output != *stopped* && $output != *differs* ]]
  done
  bash "$journal" stop x me
  bash "$journal" remove x me
  [[ $(<"$work/kernel/net.core.somaxconn") == 4096 && ! -e $work/etc/x.stopped ]]
}

@test "nothing is handed over to a benchmark of which only a kernel setting is left" {
  journal_in_scratch
  scratch_kernel
  printf '7\n' >"$work/kernel/vm.refused"
  bash "$journal" plan a me 'kernel vm.refused='
  run -1 bash "$journal" remove a me
  bash "$journal" plan b me "file $work/one/two"
  mkdir "$work/one"
  bash "$journal" remove b me
  [[ ! -e $work/one ]]
  run ! grep -q parent "$work/etc/a.made"
}

@test "of two benchmarks that change settings that exclude each other, the one that stays keeps its own" {
  journal_in_scratch
  scratch_kernel
  printf '0\n' >"$work/kernel/vm.dirty_bytes"
  printf '20\n' >"$work/kernel/vm.dirty_ratio"
  bash "$journal" plan a me 'kernel vm.dirty_bytes='
  printf '0\n' >"$work/kernel/vm.dirty_ratio"
  printf '1000\n' >"$work/kernel/vm.dirty_bytes"
  bash "$journal" plan b me 'kernel vm.dirty_ratio='
  printf '30\n' >"$work/kernel/vm.dirty_ratio"
  printf '0\n' >"$work/kernel/vm.dirty_bytes"
  bash "$journal" remove a me
  [[ $(<"$work/kernel/vm.dirty_ratio") == 30 ]]
  bash "$journal" remove b me
  [[ $(<"$work/kernel/vm.dirty_ratio") == 20 ]]
}

@test "a kernel setting that does not exist is not noted" {
  journal_in_scratch
  scratch_kernel
  run ! bash "$journal" plan x me 'kernel vm.none='
  [[ ! -e $work/etc/x.made ]]
}

@test "a kernel setting that cannot be set back is named, and stays noted" {
  journal_in_scratch
  scratch_kernel
  printf '7\n' >"$work/kernel/vm.refused"
  bash "$journal" plan x me "kernel vm.refused=
file $work/one"
  touch "$work/one"
  for _ in 1 2; do
    run -1 bash "$journal" remove x me
    [[ $output == *'these could not be set back: kernel vm.refused=7. Everything else is removed.'* ]]
    [[ ! -e $work/one ]] && grep -qEx 'kernel [0-9]+ vm.refused=7' "$work/etc/x.made"
  done
}

@test "of two kernel settings that exclude each other, the one in force is set back" {
  journal_in_scratch
  scratch_kernel
  printf '0\n' >"$work/kernel/vm.dirty_bytes"
  printf '20\n' >"$work/kernel/vm.dirty_ratio"
  bash "$journal" plan x me 'kernel vm.dirty_bytes='
  grep -qEx 'kernel [0-9]+ vm.dirty_ratio=20' "$work/etc/x.made"
  printf '0\n' >"$work/kernel/vm.dirty_ratio"
  printf '1000\n' >"$work/kernel/vm.dirty_bytes"
  bash "$journal" plan x me 'kernel vm.dirty_bytes=' # a second up
  [[ $(grep -c '^kernel ' "$work/etc/x.made") == 1 ]]
  bash "$journal" remove x me
  [[ $(<"$work/kernel/vm.dirty_ratio") == 20 ]]
}

@test "a machine differs once a file that was made has changed" {
  journal_in_scratch
  bash "$journal" plan x me "file $work/one"
  printf 'a\n' >"$work/one"
  bash "$journal" seal x abc
  run -0 bash "$journal" look x
  [[ $output == *'system '* && $output == *'memory '* && $output == *'wanted abc'* && $output != *differs* ]]
  printf 'b\n' >"$work/one"
  run -0 bash "$journal" look x
  [[ $output == *"differs $work/one"* ]]
  rm "$work/one"
  run -0 bash "$journal" look x
  [[ $output == *"differs $work/one"* ]]
}

@test "a server is restarted in order" {
  # shellcheck disable=SC2016 # the fake expands it
  printf '#!/bin/sh\necho "$@" >>"%s"\n' "$work/asked" >"$work/systemctl"
  chmod +x "$work/systemctl"
  PATH=$work:$PATH bash scripts/machines/server restart a1-vm2.service
  diff - "$work/asked" <<'ASKED'
stop a1-vm2.service
reset-failed a1-vm2.service
start a1-vm2.service
ASKED
}

@test "scripts of machines refuse wrong arguments" {
  run -2 scripts/machines/on
  [[ $output == *'no machine given'* ]]
  run -2 scripts/machines/on --user
  [[ $output == *'--user needs a value'* ]]
  run -2 scripts/machines/on --configuration "$work/none" host
  [[ $output == *'cannot be read'* ]]
  run -2 scripts/machines/on --script "$work/none" host
  [[ $output == *'there is no script'* ]]
  run -2 scripts/machines/play "$work/none" up
  [[ $output == *'there is no inventory'* ]]
  inventory >"$work/inventory.json"
  run -2 scripts/machines/play "$work/inventory.json" sideways
  [[ $output == *"there is no playbook 'sideways'"* ]]
  run -2 bash "$journal" sideways x
  run -2 bash scripts/machines/server sideways
}
