# SPDX-License-Identifier: MIT
# Completion of tessera(1) for bash. The program itself knows its commands,
# options, games and agents; nothing is listed here.

_tessera_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_tessera_files() {
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_tessera() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local program=${COMP_WORDS[0]} command='' place=0 i options=''

    # The command, and how many plain words stand between it and the cursor.
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ -z $command && ${COMP_WORDS[i]} != -* ]]; then
            command=${COMP_WORDS[i]}
            options=$("$program" help --words "$command" 2>/dev/null)
        elif grep -q "^${COMP_WORDS[i]} " <<<"$options"; then
            ((i++)) # an option that takes a value
        elif [[ ${COMP_WORDS[i]} != -* ]]; then
            ((place++))
        fi
    done

    COMPREPLY=()
    case $prev in
        --color) _tessera_words 'auto always never' "$cur"; return ;;
        --glyphs) _tessera_words 'auto ascii unicode' "$cur"; return ;;
        --seats) _tessera_words 'rotate permute fixed' "$cur"; return ;;
        --illegal) _tessera_words 'forfeit fallback skip' "$cur"; return ;;
        --plugin | --record | --records | --resume) _tessera_files "$cur"; return ;;
    esac
    if grep -q -- "^$prev " <<<"$options"; then
        return # some other value
    fi

    if [[ -z $command ]]; then
        _tessera_words "$("$program" help --words 2>/dev/null) --help --version" "$cur"
    elif [[ $cur == -* ]]; then
        _tessera_words "$(cut -d' ' -f1 <<<"$options") --help" "$cur"
    else
        case $command:$place in
            help:0) _tessera_words "$("$program" help --words 2>/dev/null)" "$cur" ;;
            list:0) _tessera_words 'games agents' "$cur" ;;
            replay:0 | build:0) _tessera_files "$cur" ;;
            play:0 | match:0 | perft:0 | position:0 | think:0 | rules:0 | bench:*)
                _tessera_words "$("$program" list 2>/dev/null | awk '{ print $1 }')" "$cur" ;;
            play:* | match:*)
                _tessera_words "human $("$program" list agents 2>/dev/null |
                    awk '/^[^ ]/ { print $1 }')" "$cur" ;;
        esac
    fi
}

complete -F _tessera tessera
