#!/bin/sh
# What the official suite's client scenarios (those without authorization) are played with: the commands that a person would
# type. The suite appends its server's address and says in variables which scenario and which revision it means.
#
#   conformance client --command tests/data/conformance_client.sh --scenario NAME --spec-version REVISION
#
# WIRELAB names the program; without it the one on PATH is meant. jq takes answers apart.
set -u
url=$1
with() {
    verb=$1
    shift
    "${WIRELAB:-wirelab}" "$verb" --timeout 20 --protocol "${MCP_CONFORMANCE_PROTOCOL_VERSION:-2025-11-25}" "$url" "$@"
}
case "${MCP_CONFORMANCE_SCENARIO:-}" in
json-schema-2020-12-preservation)
    schema=$(with tools --json | jq -c 'select(.name == "json_schema_2020_12_tool").inputSchema')
    with call json_schema_echo "{\"schema\": $schema}"
    ;;
json-schema-ref-no-deref) with tools ;;
http-standard-headers)
    with connect --calls 9
    with resources | cut -f1 | while read -r uri; do with read "$uri"; done
    with prompts | cut -d'(' -f1 | while read -r prompt; do with prompt "$prompt"; done
    ;;
http-custom-headers)
    printf '%s' "$MCP_CONFORMANCE_CONTEXT" | jq -c '.toolCalls[]' | while read -r call; do
        with call "$(printf '%s' "$call" | jq -r .name)" "$(printf '%s' "$call" | jq -c .arguments)"
    done
    ;;
*) with connect --calls 9 ;;
esac
