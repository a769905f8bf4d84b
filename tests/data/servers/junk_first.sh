#!/bin/sh
# Prints a line to stdout before it speaks the protocol. $1 is wirelab.
echo "Server ready on stdio"
exec "$1" serve
