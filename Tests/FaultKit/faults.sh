#!/usr/bin/env bash
# Injects I/O errors into `lode-fault faultload`, one run each; every run must end with the contents right.
# faults.sh SCRATCH [STEP], with LODE_FAULT and IOREC set by `run`. Of the numbered calls every STEP-th fails, from a random one
# on; without STEP each of them does.
set -u
scratch=${1:?scratch directory}
step=${2:-1}
good=0
bad=0

try() { # name, faults, options...
  local name=$1 faults=$2 status
  shift 2
  rm -rf "$scratch" && mkdir -p "$scratch/root"
  IOREC_ROOT=$scratch/root LD_PRELOAD=$IOREC IOFAULT=$faults \
    timeout 60 "$LODE_FAULT" faultload "$scratch/root" 60 1 "$@" >"$scratch/out" 2>&1
  status=$?
  if [ $status = 0 ]; then good=$((good + 1)); else bad=$((bad + 1)); fi
  last="rc=$status $(tail -1 "$scratch/out" | cut -c1-200)"
  [ $status = 0 ] || printf '%-44s %s\n' "$name" "$last"
}
calls() { seq $((1 + RANDOM % step)) "$step" "$1"; }
show() { try "$@"; printf '%-44s %s\n' "$1" "$last"; }

show "no fault" ""
show "sync fails once" "fdatasync:10:errno=5"
show "sync fails once, no reopening" "fdatasync:10:errno=5" noreopen
show "data write fails once" "writev:5:errno=5"
show "data write finds the disk full" "pwrite:12:errno=28"
show "disk full from write 30 on" "anywrite:30+:errno=28" maxerr=6
show "disk full for three writes" "anywrite:30:errno=28;anywrite:34:errno=28;anywrite:35:errno=28"
show "short data write" "writev:5:short=4096"
show "short meta write" "pwrite:21:short=64"
show "interrupted writes" "anywrite:11:errno=4;anywrite:12:errno=4;anywrite:40:errno=4"
show "first open refused" "open:1:errno=13"
show "no descriptor left" "open:2:errno=24"
show "no address space" "mmap:1:errno=12"
show "read fails at opening" "pread:1:errno=5"
show "short read at opening" "pread:1:short=100"
show "meta write done, then error" "pwrite:20:errafter=5"
show "meta write done, error, undo fails" "pwrite:20:errafter=5;pwrite:21:errno=5"
show "sync done, then error" "fdatasync:10:errafter=5"
show "syncs lie" "fdatasync:1+:lie"
for k in $(calls 40); do try "write $k fails" "pwrite:$k:errno=5"; done
for k in $(calls 60); do try "operation $k finds the disk full" "any:$k:errno=28"; done
# Wherever the write is a meta page's, the outcome of the commit is open until the file is read again.
for k in $(calls 60); do
  try "write $k done, error, undo fails" "pwrite:$k:errafter=5;pwrite:$((k + 1)):errno=5"
done
rm -rf "$scratch"
echo "faults: good $good, bad $bad"
[ $bad = 0 ]
