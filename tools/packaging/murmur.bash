# bash completion for murmur. Commands, options and their words come from the program's own help.

# _murmur_entry OPTION <help: what the help says of it: "VALUE: description".
_murmur_entry() {
  awk -v option="$1" '
    /^ +-/ {
      on = 0
      n = split($1, names, ",")
      for (i = 1; i <= n; ++i) if (names[i] == option) on = 1
      if (on) { value = $2; $1 = $2 = ""; text = $0 }
      next
    }
    on && /^                    / { text = text $0; next }
    { on = 0 }
    END { sub(/^ +/, "", text); print value ": " text }'
}

# _murmur_choices <entry: the words of a description that begins with a list, as in "dark, light or #rrggbb".
_murmur_choices() {
  sed -E 's/^[^:]*: //' | grep -oE '^([a-z0-9-]+, )*[a-z0-9-]+,? or [#a-z0-9-]+' | sed -E 's/,? or /,/; s/, /,/g' | tr ',' '\n' |
    grep -v '^#'
}

_murmur() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} command=${COMP_WORDS[1]}
  local commands help entry words='' done=''
  commands=$("$program" --help 2>/dev/null | awk '/^Subcommands:/ {on = 1; next} /^$/ {on = 0} on && /^  [a-z]/ {print $1}')
  COMPREPLY=()
  if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word"; compgen -f -- "$word")
    return
  fi
  [[ " ${commands//$'\n'/ } " == *" $command "* ]] || command=view
  help=$("$program" "$command" --help-all 2>/dev/null)
  if [[ $word == -* ]]; then
    words=$(grep -oE '^ +-[^ ]+' <<<"$help" | tr -d ' ' | tr ',' '\n')
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi
  case $previous in
    --preset) words=$("$program" presets 2>/dev/null | awk '/^ / {print $1}') ;;
    --backends) words="reference cpu cuda" ;;
    --kernels) words="all $(_murmur_entry --kernel <<<"$help" | _murmur_choices | grep -vx auto)" ;;
    --state) words="uniform settled" ;;
    -*)
      entry=$(_murmur_entry "$previous" <<<"$help")
      words=$(_murmur_choices <<<"$entry")
      # Of the values, only F, FILE and FOLDER are files: a number or a place has nothing to offer.
      [[ -n $words || $entry == F* || $entry != [[:upper:]]* ]] || return
      ;;
  esac
  if [[ -z $words ]]; then
    case $command in
      presets) words=$("$program" presets 2>/dev/null | awk '/^ / {print $1}') ;;
      reproduce) [[ $entry == [[:upper:]]* ]] || words=$("$program" reproduce 2>/dev/null | awk '/^[a-z]/ {print $1}') ;;
    esac
  fi
  if [[ -z $words ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    return
  fi
  [[ $previous =~ ^--(backends|kernels)$ && $word == *,* ]] && done=${word%,*},
  mapfile -t COMPREPLY < <(compgen -P "$done" -W "$words" -- "${word##*,}")
  [[ $command == reproduce && $entry != [[:upper:]]* ]] && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X '!*.toml' -- "$word")
}
complete -o filenames -F _murmur murmur
