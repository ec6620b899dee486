# Sourced by `.ci/run` and `Tests/run`. `step NAME` begins a step and ends the one before. The script that
# was called first ends with a table of the steps and their times.

steps_are_mine=0
if [ -z "${LODE_STEPS:-}" ]; then
  LODE_STEPS=$(mktemp "${TMPDIR:-/tmp}/lode-steps.XXXXXX")
  export LODE_STEPS
  steps_are_mine=1
fi
step_name='' step_start=0

step() {
  end_step
  step_name=$1 step_start=$SECONDS
  printf '\n== %s ==\n' "$1"
}

end_step() { # what to say behind the name
  [ -z "$step_name" ] || printf '%d\t%s\n' $((SECONDS - step_start)) "$step_name${1:-}" >>"$LODE_STEPS"
  step_name=''
}

print_steps() {
  printf '\n  time  step\n'
  awk -F '\t' '
    { total += $1; printf "%3d:%02d  %s\n", $1 / 60, $1 % 60, $2 }
    END { printf "%3d:%02d  in all\n", total / 60, total % 60 }
  ' "$LODE_STEPS"
  rm -f "$LODE_STEPS"
}

end_steps() {
  local status=$?
  if [ $status = 0 ]; then end_step; else end_step ': failed'; fi
  [ $steps_are_mine = 0 ] || print_steps
  exit $status
}
trap end_steps EXIT
