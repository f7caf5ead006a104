#!/bin/sh
# The requests that matter, with nothing but curl.
#
#     referee serve
#     sh examples/requests.sh
#
# BASE=http://host:port sh examples/requests.sh asks another server. The referee keeps nothing, so
# the state goes along with every request: here it lives in a temporary file, state.json.
set -eu

BASE=${BASE:-http://127.0.0.1:8000}
WIREBURN=$BASE/v1/games/wireburn
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

say() {
    printf '\n== %s\n' "$1"
}

get() {
    curl -sS --fail-with-body "$WIREBURN/$1"
    echo
}

# The body comes from standard input, and the answer stays in answer.json.
post() {
    curl -sS --fail-with-body -H 'Content-Type: application/json' --data-binary @- \
        "$WIREBURN/$1" >"$work/answer.json" || { show >&2; return 1; }
}

show() {
    cat "$work/answer.json"
    echo
}

# An answer with a state begins with it, and its events follow. Use a JSON parser in earnest.
keep_state() {
    sed 's/^{"state":\(.*\),"events":.*$/\1/' "$work/answer.json" >"$work/state.json"
}

with_state() {
    printf '{"state":'
    cat "$work/state.json"
    printf '%s}' "${1-}"
}

say 'Deal a game; a seed makes the same one again'
post setup <<'END'
{"players": ["ana", "bo"], "seed": "wireburn"}
END
keep_state
show

say 'May ana play P4 onto the empty teal dock? No, and the rule that decides'
with_state ',"move":{"player":"ana","type":"play","card":"P4","dock":"teal"}' | post check
show

say 'What that rule says'
get rules/dock.open

say 'What may ana do?'
with_state ',"player":"ana"' | post legal-moves
show

say 'She plays T7 onto the teal dock'
with_state ',"move":{"player":"ana","type":"play","card":"T7","dock":"teal"}' | post apply
keep_state
show

say 'What bo sees of it'
with_state ',"player":"bo"' | post view
show

say 'The position in words'
with_state ',"player":"ana"' | post describe
show

say 'A quick question without a state: does O5 go onto teal 4 with a Grey 4 on top?'
get 'lookups/fit?card=O5&on=T4,G4'
