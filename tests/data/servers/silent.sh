#!/bin/sh
# Reads everything, answers nothing.
while read -r _; do :; done
