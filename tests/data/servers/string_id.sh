#!/bin/sh
# Answers with the id as a string.
read -r _
info='"capabilities":{},"serverInfo":{"name":"s","version":"1"}'
echo '{"jsonrpc":"2.0","id":"1","result":{"protocolVersion":"2025-11-25",'"$info"'}}'
while read -r _; do :; done
