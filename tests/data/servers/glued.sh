#!/bin/sh
# Prints to stdout without a line feed, so that the first message is glued to it. $1 is wirelab.
printf 'DEBUG '
exec "$1" serve
