#!/bin/sh
# Answers the handshake with an error.
read -r _
echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"not you","data":{"why":"because"}}}'
while read -r _; do :; done
