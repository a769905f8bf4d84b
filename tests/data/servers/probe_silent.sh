#!/bin/sh
# Says nothing to server/discover; serves whoever begins with initialize after all.
read -r line
case "$line" in *server/discover*) read -r line ;; esac
{ printf '%s\n' "$line"; cat; } | "$1" serve
