#!/bin/sh
# Ends when it is asked for server/discover; serves whoever begins with initialize.
read -r line
case "$line" in *server/discover*) exit 3 ;; esac
{ printf '%s\n' "$line"; cat; } | "$1" serve
