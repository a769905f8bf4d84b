#!/bin/sh
# Speaks a revision that nobody has heard of.
read -r _
info='"capabilities":{},"serverInfo":{"name":"old","version":"1"}'
echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1999-01-01",'"$info"'}}'
while read -r _; do :; done
