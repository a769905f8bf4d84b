#!/bin/sh
# Serves well, but neither the end of its input nor SIGTERM ends it. $1 is wirelab, $2 a file for the id of a child.
trap '' TERM
sleep 600 > /dev/null 2>&1 &
echo $! > "$2"
"$1" serve
wait
