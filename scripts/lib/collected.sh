# What collectors have written to the folder $out so far, for tests. Source it.
# shellcheck shell=bash disable=SC2154 # the test sets out

# has_rows FILE NUMBER: true when it holds that many rows below its header.
has_rows() {
  [ -s "$out/$1" ] && [ "$(tail -n +2 "$out/$1" | wc -l)" -ge "$2" ]
}

# iostat_has_reports NUMBER: true when the record of iostat, which is whole only after its end, holds that many reports.
iostat_has_reports() {
  [ -s "$out/iostat.json" ] && [ "$(grep -c '"timestamp"' "$out/iostat.json")" -ge "$1" ]
}

# rows_of_guest NAME: of guests.csv, without their time.
rows_of_guest() {
  [ ! -e "$out/guests.csv" ] || awk -F, -v guest="$1" '$2 == guest { sub(/^[0-9]*,/, ""); print }' "$out/guests.csv"
}

# has_rows_of_guest NAME NUMBER: true when there are that many.
has_rows_of_guest() {
  [ "$(rows_of_guest "$1" | wc -l)" -ge "$2" ]
}
