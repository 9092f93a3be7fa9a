# bash completion for murmur. Commands, options and their words come from the program's own help.
_murmur() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} command=${COMP_WORDS[1]}
  local commands help words
  commands=$("$program" --help 2>/dev/null | awk '/^Subcommands:/ {on = 1; next} /^$/ {on = 0} on && /^  [a-z]/ {print $1}')
  COMPREPLY=()
  if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word"; compgen -f -X '!*.toml' -- "$word"; compgen -d -- "$word")
    return
  fi
  [[ " ${commands//$'\n'/ } " == *" $command "* ]] || command=view
  help=$("$program" "$command" --help 2>/dev/null)
  if [[ $word == -* ]]; then
    words=$(grep -oE '^ +-[^ ]+' <<<"$help" | tr -d ' ' | tr ',' '\n')
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi
  case $previous in
    --preset) words=$("$program" presets 2>/dev/null | awk '{print $1}') ;;
    --backend | --backends) words="auto $("$program" devices 2>/dev/null | awk '/^[a-z]/ {print $1}')" ;;
    --draw) words='triangle disc arrow' ;;
    --colour | --color) words='heading speed density one' ;;
    --background) words='dark light' ;;
  esac
  [[ $command == presets && -z $words ]] && words=$("$program" presets 2>/dev/null | awk '{print $1}')
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _murmur murmur
