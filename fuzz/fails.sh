#!/bin/sh
# Tells pad-reduce whether a program still fails: exits with 1 if it does, as pad-reduce wants it.
PAD_PROGRAM_FILE=$1 timeout 60 "$PAD_REDUCE_UNIT" --gtest_filter=Programs.File >/dev/null 2>&1 || exit 1
