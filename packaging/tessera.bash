# SPDX-License-Identifier: MIT
# Completion of tessera(1) for bash.

_tessera() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local commands='list play match perft bench replay position rules help version'
    local options='--json --seed --plugin'
    local command='' place=0 i words=''

    # The command, and how many plain words stand between it and the cursor.
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            --at | --games | --plugin | --position | --seed) ((i++)) ;;
            -*) ;;
            *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}; else ((place++)); fi ;;
        esac
    done

    COMPREPLY=()
    case $prev in
        --plugin)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
            ;;
        --at | --games | --position | --seed) return ;;
    esac

    if [[ $cur == -* ]]; then
        case $command in
            match) words="$options --games" ;;
            perft) words="$options --divide --position" ;;
            replay) words="$options --at" ;;
            *) words=$options ;;
        esac
    elif [[ -z $command ]]; then
        words=$commands
    else
        case $command:$place in
            help:0) words=$commands ;;
            replay:0)
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                return
                ;;
            play:0 | match:0 | perft:0 | position:0 | rules:0 | bench:*)
                words=$("${COMP_WORDS[0]}" list 2>/dev/null | awk '{ print $1 }')
                ;;
            play:* | match:*) words='human random' ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -F _tessera tessera
