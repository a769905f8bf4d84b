#!/bin/sh
# Answers nothing, and has a child. $1 is a file for the id of the child.
sleep 600 &
echo $! > "$1.new"
mv "$1.new" "$1"
wait
