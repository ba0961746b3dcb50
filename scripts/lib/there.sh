# The other end of scripts/collect/remote, which sends it along: runs the collectors there and prints what they write. Sourced in
# $folder, which goes when this ends, with the options of scripts/collect/all, each in base64.
# shellcheck shell=bash disable=SC2154,SC2164 # the command that sources this file sets folder, and ends where something fails

arguments=(--out "$folder/out" --while-stdin)
for word in "$@"; do
  arguments+=("$(base64 -d <<<"$word")")
done
mkdir "$folder/out"
cd "$folder/out"
files=(facts.json cpu.csv memory.csv network.csv disk.csv iostat.json processes.csv guests.csv addresses.csv space.csv gaps.csv notes.csv)
for file in "${files[@]}"; do : >"$file"; done

# The sender writes a line now and then. Without one for half a minute it is gone, even if nobody told the network.
exec 3<&0 </dev/null
bash "$folder/collect/all" "${arguments[@]}" < <(while read -r -t 30 -u 3; do :; done 2>/dev/null) 3<&- &
all=$!
exec 3<&-
trap 'kill "$all" 2>/dev/null || true' TERM INT HUP

# send_news: what each file has got since the last time, each piece after an empty line and a line "==> NAME <==". The files stay
# open, so that it takes no process. False when nobody takes it any more.
declare -A news=()
send_news() {
  local file text
  for file in "${files[@]}"; do
    if [[ -z ${news[$file]-} ]]; then
      [[ -s $file ]] || continue # facts.json is renamed into place when it is whole
      exec {text}<"$file"
      news[$file]=$text
    fi
    while IFS= read -r -N 65536 -u "${news[$file]}" text || [[ -n $text ]]; do
      printf '\n==> %s <==\n%s' "$file" "$text" || return 1
    done
  done
}

trap '' PIPE # the folder has to go, whether somebody listens or not
# A pipe that never has anything to read: reading it with a limit sleeps without a process.
exec 4<> <(:)
while kill -0 "$all" 2>/dev/null; do
  send_news 2>/dev/null || kill "$all" 2>/dev/null || true
  read -r -t 0.2 -u 4 || true
done
code=0
wait "$all" || code=$?
send_news 2>/dev/null || true
exit "$code"
