# Makes of a verb's help what help2man reads: the usage on one line, and a paragraph for each example.
NR == 1, /^$/ {
  if ($0 != "") {
    sub(/^ +/, "")
    usage = usage (usage == "" ? "" : " ") $0
    next
  }
  print usage
}
/^Examples:/ { has_examples = 1 }
{ print has_examples ? $0 "\n" : $0 }
