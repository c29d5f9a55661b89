# SPDX-License-Identifier: MIT
# Completion of tessera(1) for bash. Made by tools/completions: do not edit.

_tessera_commands='menu list rules play serve annex admin bot match tournament evolve balance train worker replay pgn position think solve perft bench new check grade fmt build explain lsp cards check-agent uci help version'

# The options of a command, each with what its value is: --name, --name=@kind or --name=one,two.
_tessera_options() {
    case $1 in
        menu) echo '--plugin=@file --color=auto,always,never --glyphs=auto,ascii,unicode --view=@any' ;;
        list) echo '--plugin=@file --tag=@any --search=@any --json' ;;
        rules) echo '--players=@any --option=@any --plugin=@file --compiled=auto,never,always --json' ;;
        play) echo '--seed=@any --time=@any --position=@any --record=@file --no-record --resume=@file --strict --delay=@any --quiet --json --watch --players=@any --option=@any --plugin=@file --compiled=auto,never,always --color=auto,always,never --glyphs=auto,ascii,unicode --view=@any' ;;
        serve) echo '--port=@any --listen=@any --db=@file --store=@any --bus=@any --lease=@any --origin=@any --trust-proxy=@any --threads=@any --hubs=@any --bot-pause=@any --sign-up=open,invite,closed --smtp=@any --mail-from=@any --smtp-user=@any --push=@any --engine=@folder --published=@folder --open --no-limits --net=@file --plugin=@file' ;;
        annex) echo '--db=@file --name=@any --number=@any --no-limits' ;;
        admin) echo '--db=@file --store=@any --days=@any --label=@any --watch --yes --json --plugin=@file' ;;
        bot) echo '--server=@any --token=@any --move-time=@any --moves=@any --once --plugin=@file' ;;
        match) echo '--games=@any --seed=@any --seats=rotate,permute,fixed --illegal=forfeit,fallback,skip --tries=@any --time=@any --openings=@any --adjudicate=@any --jobs=@any --queue=@any --clock=wall,cpu --position=@any --out=@file --csv=@file --pgn=@file --record=@file --records=@folder --strict --json --quiet --players=@any --option=@any --plugin=@file --compiled=auto,never,always' ;;
        tournament) echo '--kind=round-robin,gauntlet,swiss --games=@any --rounds=@any --openings=@any --adjudicate=@any --jobs=@any --queue=@any --clock=wall,cpu --seed=@any --out=@file --csv=@file --pgn=@file --records=@folder --time=@any --svg=@file --sprt=@any --illegal=forfeit,fallback,skip --tries=@any --json --quiet --players=@any --option=@any --plugin=@file --compiled=auto,never,always' ;;
        evolve) echo '--games=@any --population=@any --generations=@any --seats=@any --start=@any --fitness=place,first,share,score --selection=@any --crossover=@any --mutation=@any --steady --elite=@any --method=genetic,cma --islands=@any --migrate=@any --mix --final=@any --openings=@any --adjudicate=@any --jobs=@any --queue=@any --clock=wall,cpu --seed=@any --out=@folder --json --players=@any --option=@any --plugin=@file --compiled=auto,never,always' ;;
        balance) echo '--agent=@agent --games=@any --length=@any --seed=@any --openings=@any --jobs=@any --svg=@file --json --quiet --players=@any --option=@any --plugin=@file --compiled=auto,never,always' ;;
        train) echo '--players=@any --option=@any --plugin=@file --compiled=auto,never,always --generations=@any --games=@any --nodes=@any --width=@any --lines=@any --window=@any --reuse=@any --rate=@any --entropy=@any --pull=@any --explore=@any --tries=@any --payoff=either,score,win,first --against=@agent --seats=@any --teacher=@agent --imitate=@any --symmetries=found,none --from=@file --measure=@any --pairs=@any --publish=@any --small=@any --choose=@any --jobs=@any --queue=@any --seed=@any --json' ;;
        worker) echo '--jobs=@any --lease=@any --idle=@any --programs --plugin=@file --quiet' ;;
        replay) echo '--at=@any --step --seat=@any --quiet --json --plugin=@file --color=auto,always,never --glyphs=auto,ascii,unicode --view=@any' ;;
        pgn) echo '--game=@game --record=@file --records=@folder --number=@any --plugin=@file' ;;
        position) echo '--after=@any --moves --seat=@any --json --scene --players=@any --option=@any --plugin=@file --compiled=auto,never,always --color=auto,always,never --glyphs=auto,ascii,unicode --view=@any' ;;
        think) echo '--agent=@agent --after=@any --seed=@any --json --players=@any --option=@any --plugin=@file --compiled=auto,never,always' ;;
        solve) echo '--iterations=@any --within=@any --nodes=@any --memory=@any --payoff=either,score,win --position=@any --net=@file --strategy --json --players=@any --option=@any --plugin=@file --compiled=auto,never,always' ;;
        perft) echo '--players=@any --option=@any --plugin=@file --compiled=auto,never,always --no-pass=@any --position=@any --divide --games --made --gpu --json' ;;
        bench) echo '--seconds=@any --quick --limits --batch --games=@any --gpu --search --json --players=@any --option=@any --plugin=@file --compiled=auto,never,always --no-pass=@any' ;;
        new) echo '--print' ;;
        check) echo '--json --disasm --plan --size --passes --no-pass=@any' ;;
        grade) echo '--players=@any --option=@any --plugin=@file --compiled=auto,never,always --as=@any --games=@any --depth=@any --seed=@any --json' ;;
        fmt) echo '--check --print' ;;
        build) echo '--output=@file --emit-c --gpu --option=@any --json' ;;
        explain) echo '' ;;
        lsp) echo '--seconds=@any --stdio' ;;
        cards) echo '--players=@any --option=@any --plugin=@file --compiled=auto,never,always --json' ;;
        check-agent) echo '--games=@any --move-time=@any --patience=@any --json --plugin=@file' ;;
        uci) echo '--agent=@agent --players=@any --option=@any --plugin=@file --compiled=auto,never,always' ;;
        help) echo '--json --words' ;;
        version) echo '--json' ;;
    esac
}

# What the plain words of a command are; the last one may be repeated where "..." follows.
_tessera_places() {
    case $1 in
        list) echo 'games,agents,tags' ;;
        rules) echo '@game' ;;
        play) echo '@game @player ...' ;;
        annex) echo '@file' ;;
        admin) echo '@any @any ...' ;;
        bot) echo '@agent' ;;
        match) echo '@game @agent ...' ;;
        tournament) echo '@game @agent @agent ...' ;;
        evolve) echo '@game @agent @any @game @any @agent ...' ;;
        balance) echo '@game' ;;
        train) echo '@game @folder' ;;
        worker) echo '@any' ;;
        replay) echo '@file' ;;
        pgn) echo '@file ...' ;;
        position) echo '@game @any' ;;
        think) echo '@game @any' ;;
        solve) echo '@game' ;;
        perft) echo '@game @any' ;;
        bench) echo '@game ...' ;;
        new) echo '@any' ;;
        check) echo '@file ...' ;;
        grade) echo '@game' ;;
        fmt) echo '@file ...' ;;
        build) echo '@file' ;;
        explain) echo '@any' ;;
        cards) echo '@game @file' ;;
        check-agent) echo '@any @game ...' ;;
        uci) echo '@game' ;;
        help) echo '@command' ;;
    esac
}

_tessera_agents() {
    "$_tessera_program" list agents 2>/dev/null | awk '/^[^ ]/ { print $1 }'
}

_tessera_agent_options() {
    "$_tessera_program" list agents 2>/dev/null |
        awk -v agent="$1" '/^[^ ]/ { on = $1 == agent } /^  / && on { print $1 "=" }'
}

# Words that may stand for `$2`, an agent with its options: mcts:nodes=500,time=1s
_tessera_agent() {
    local before option
    if [[ $1 != *:* ]]; then
        _tessera_agents
        return
    fi
    before=${1%"${1##*[:,]}"}
    for option in $(_tessera_agent_options "${1%%:*}"); do
        echo "$before$option"
    done
}

_tessera_kind() { # KIND WORD: what may stand there
    local name
    case $1 in
        @game)
            "$_tessera_program" list 2>/dev/null | awk '{ print $1 }'
            compgen -f -X '!*.game' -- "$2" # a rules file will do
            ;;
        @agent) _tessera_agent "$2" ;;
        @player)
            if [[ $2 == *=* && ${2%%=*} != *:* ]]; then
                for name in human $(_tessera_agent "${2#*=}"); do
                    echo "${2%%=*}=$name"
                done
            else
                echo human
                _tessera_agent "$2"
            fi
            ;;
        @command) echo "$_tessera_commands" ;;
        @*) ;;
        *) echo "${1//,/ }" ;;
    esac
}

_tessera_reply() { # KIND WORD
    local split=${2%"${2##*[:=]}"} # readline's word begins behind the last of these
    case $1 in
        @file)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$2")
            ;;
        @folder)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -d -- "$2")
            ;;
        *)
            mapfile -t COMPREPLY < <(compgen -W "$(_tessera_kind "$1" "$2")" -- "$2")
            COMPREPLY=("${COMPREPLY[@]#"$split"}")
            [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
            ;;
    esac
}

_tessera() {
    local line=${COMP_LINE:0:COMP_POINT} cur='' command='' place=0 wants='' i option
    local _tessera_program=${COMP_WORDS[0]}
    local -a words kinds
    read -ra words <<<"$line"
    if [[ $line != *[[:space:]] ]]; then
        cur=${words[-1]}
        unset 'words[-1]'
    fi
    COMPREPLY=()
    # The command, how many plain words stand behind it, and whether the last one wants a value.
    for ((i = 1; i < ${#words[@]}; i++)); do
        if [[ -n $wants ]]; then
            wants=''
        elif [[ -z $command ]]; then
            [[ ${words[i]} == -* ]] || command=${words[i]}
        elif [[ ${words[i]} == --* ]]; then
            for option in $(_tessera_options "$command"); do
                [[ $option == "${words[i]}="* ]] && wants=${option#*=}
            done
        else
            ((place++))
        fi
    done
    if [[ -n $wants ]]; then
        _tessera_reply "$wants" "$cur"
    elif [[ -z $command ]]; then
        _tessera_reply "${_tessera_commands// /,},--help,--version" "$cur"
    elif [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(_tessera_options "$command" | tr ' ' '\n' | sed 's/=.*//' |
            grep -- "^$cur")
        [[ --help == "$cur"* ]] && COMPREPLY+=(--help)
    else
        read -ra kinds <<<"$(_tessera_places "$command")"
        if ((place < ${#kinds[@]})) && [[ ${kinds[place]} != ... ]]; then
            _tessera_reply "${kinds[place]}" "$cur"
        elif [[ ${#kinds[@]} -gt 0 && ${kinds[-1]} == ... ]]; then
            _tessera_reply "${kinds[-2]}" "$cur"
        fi
    fi
}

complete -F _tessera tessera
