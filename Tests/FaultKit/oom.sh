#!/usr/bin/env bash
# Fails each allocation that liblmdb makes in `lode-fault faultload`, one run each; every run must end with
# the contents right. Swift's own allocations are left alone: Swift ends the process when one fails.
# oom.sh SCRATCH, with LODE_FAULT and OOM set by `run`.
set -u
scratch=${1:?scratch directory}
export OOM_LIB=liblmdb
rm -rf "$scratch" && mkdir -p "$scratch/root"
OOM_STATS=$scratch/count LD_PRELOAD=$OOM "$LODE_FAULT" faultload "$scratch/root" 12 1 >/dev/null
count=$(cat "$scratch/count")
good=0
bad=0
for k in $(seq 1 "$count"); do
  rm -rf "$scratch/root" && mkdir -p "$scratch/root"
  OOM_NTH=$k LD_PRELOAD=$OOM timeout 60 "$LODE_FAULT" faultload "$scratch/root" 12 1 \
    >"$scratch/out" 2>&1
  status=$?
  if [ $status = 0 ]; then
    good=$((good + 1))
  else
    bad=$((bad + 1))
    echo "allocation $k: rc=$status $(tail -1 "$scratch/out" | cut -c1-200)"
  fi
done
rm -rf "$scratch"
echo "allocations: $count, good $good, bad $bad"
[ "$count" -gt 0 ] && [ $bad = 0 ]
