# Prints what completion offers at the end of the command line $1, asked as bash does.
COMP_LINE=$1 COMP_POINT=${#1}
word=${1##* }
compopt() { echo "compopt $*"; }
_pad_tool "${1%% *}" "${word##*=}" ""
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
