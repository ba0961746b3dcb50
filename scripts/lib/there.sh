# The other end of scripts/collect/remote, which sends it along: runs the collectors there and prints what they write. Sourced in
# $folder, which goes when this ends, with the options of scripts/collect/all, each in base64.
# shellcheck shell=bash disable=SC2154,SC2164 # the command that sources this file sets folder, and ends where something fails

arguments=(--out "$folder/out" --while-stdin)
for word in "$@"; do
  arguments+=("$(base64 -d <<<"$word")")
done
mkdir "$folder/out"
cd "$folder/out"
files=(facts.json cpu.csv memory.csv network.csv disk.csv iostat.json processes.csv space.csv gaps.csv notes.csv)
for file in "${files[@]}"; do : >"$file"; done

# The sender writes a line now and then. Without one for half a minute it is gone, even if nobody told the network.
exec 3<&0 </dev/null
bash "$folder/collect/all" "${arguments[@]}" < <(while read -r -t 30 -u 3; do :; done 2>/dev/null) 3<&- &
all=$!
exec 3<&-
trap 'kill "$all" 2>/dev/null || true' TERM INT HUP
# Each piece comes after a line "==> NAME <=="; what it has to say on stderr is about files that were empty a moment ago.
tail -n +1 -s 0.2 -F --pid="$all" "${files[@]}" 2>/dev/null &
printer=$!
code=0
wait "$all" || code=$?

# It prints the rest and ends, unless nobody takes it any more.
for ((tenths = 0; tenths < 100; tenths++)); do
  kill -0 "$printer" 2>/dev/null || break
  sleep 0.1
done
kill -KILL "$printer" 2>/dev/null || true
# Once more, for it was renamed into place beside tail, and nothing of it may be missing.
printf '\n==> facts.json <==\n%s\n' "$(<facts.json)" || true
exit "$code"
