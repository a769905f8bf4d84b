#!/bin/sh
# Asks whether the client is there, and for something that it does not have, before it answers a call.
read -r _
info='"capabilities":{"tools":{}},"serverInfo":{"name":"p","version":"1"}'
echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",'"$info"'}}'
read -r _
read -r _
echo '{"jsonrpc":"2.0","id":"p","method":"ping"}'
read -r pong
echo '{"jsonrpc":"2.0","id":"r","method":"roots/list"}'
read -r roots
text=$(printf '%s %s' "$pong" "$roots" | sed 's/\\/\\\\/g; s/"/\\"/g')
echo '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"'"$text"'"}]}}'
while read -r _; do :; done
