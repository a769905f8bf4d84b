#!/bin/sh
# Has the same next page for ever.
read -r _
info='"capabilities":{"tools":{}},"serverInfo":{"name":"e","version":"1"}'
echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",'"$info"'}}'
read -r _
id=2
while read -r _; do
    echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[],"nextCursor":"again"}}'
    id=$((id + 1))
done
