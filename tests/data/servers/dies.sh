#!/bin/sh
# Ends at once and says why on stderr.
echo "cannot open the database: no such file" >&2
exit 7
