# Completes the options of Pad's tools in bash, and in zsh after
#   autoload -U compinit bashcompinit && compinit && bashcompinit
# It offers what --help-list of the tool has, the passes of MLIR among it, and not what
# --help-hidden adds.

# Prints what may follow in place of the word $2 of a command line of tool $1: options, passes
# and their values, up to and with the next '='.
_pad_tool_offers() {
  { "$1" --help-list || "$1" --help; } 2>/dev/null | awk -v word="$2" '
    function offer(candidate, rest, end) {
      if (index(candidate, word) != 1)
        return
      rest = substr(candidate, length(word) + 1)
      end = index(rest, "=")
      if (end)
        rest = substr(rest, 1, end)
      if (rest == "" && word ~ /=$/)
        return
      if (!seen[rest]++)
        print word rest
    }
    # "    =value  -  text" is a value of the option above.
    /^ +=[^ ]/ { if ($1 != "=<empty>") offer(option $1); next }
    match($0, /^ +-/) && $1 !~ /LEVEL$/ {
      option = $1
      # "--name=<value>", and "--name VALUE" of padc.
      needs = sub(/\[?=<.*/, "", option) || (option ~ /^--/ && $2 ~ /^[A-Z]+$/)
      # The options of a pass are indented below it, and written behind it.
      if (RLENGTH == 7)
        pass = option
      if (RLENGTH == 9)
        option = pass "=" substr(option, 3)
      offer(option (needs ? "=" : ""))
    }
    # "MODES: constant, edge or wrap"
    sub(/^MODES: /, "") {
      modes = $0
      sub(/ or /, ", ", modes)
      count = split(modes, mode, ", ")
      for (i = 1; i <= count; ++i)
        offer("--mode=" mode[i])
    }'
}

_pad_tool() {
  local word=${COMP_LINE:0:$COMP_POINT} offer
  word=${word##* }
  COMPREPLY=()
  case $word in
  -*) ;;
  *) return ;; # The name of a file, which the shell completes.
  esac
  # bash breaks words at '=' and replaces the last part, $2, alone.
  while IFS= read -r offer; do
    [ -z "$offer" ] || COMPREPLY+=("${offer#"${word%"$2"}"}")
  done <<<"$(_pad_tool_offers "$1" "$word")"
  # No space behind '='; zsh has no compopt, and puts no space behind anything.
  case "${COMPREPLY[*]}" in
  *=) ! type compopt >/dev/null 2>&1 || compopt -o nospace ;;
  esac
}

complete -o default -F _pad_tool pad-opt pad-translate pad-reduce pad-lsp-server padc
if [ -n "${ZSH_VERSION-}" ]; then
  complete -o default -o nospace -F _pad_tool pad-opt pad-translate pad-reduce pad-lsp-server padc
fi
