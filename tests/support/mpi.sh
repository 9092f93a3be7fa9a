# Runs murmur-mpi with mpirun, for test scripts; to be sourced after cli.sh. Skips the script where there is no murmur-mpi.
murmur_mpi=$(dirname "$MURMUR")/murmur-mpi
[ -x "$murmur_mpi" ] && command -v mpirun >/dev/null || { echo "no murmur-mpi in this build"; exit 77; }

# Open MPI: more ranks than processors, as root too, all on this machine, without a network and without its warnings about
# containers. Names of sockets in its folder must be short.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl=self,vader
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm=isolated OMPI_MCA_rmaps_base_mapping_policy=slot
export PMIX_MCA_gds=hash OMPI_MCA_orte_tmpdir_base=/tmp
# Open MPI 5 has other names for these.
export PRTE_MCA_rmaps_default_mapping_policy=slot:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none
export PRTE_MCA_prte_tmpdir_base=/tmp OMPI_MCA_btl_sm_single_copy_mechanism=none

# on RANKS ARGUMENTS...
on() {
  local ranks=$1
  shift
  mpirun -n "$ranks" "$murmur_mpi" "$@" </dev/null
}

# expect_on RANKS CODE TEXT ARGUMENTS...: as expect().
expect_on() {
  local ranks=$1 code=$2 text=$3
  shift 3
  on "$ranks" "$@" >out 2>&1
  judge_out "murmur-mpi $* on $ranks ranks" "$code" "$text" $?
}

# start_on RANKS ARGUMENTS...: in the background; its messages go to background.out.
start_on() {
  local ranks=$1
  shift
  mpirun -n "$ranks" "$murmur_mpi" "$@" </dev/null >background.out 2>&1 &
  mpirun=$!
}

# wait_for_steps FILE N: until the step log has N lines, or the run has ended.
wait_for_steps() {
  while kill -0 "$mpirun" 2>/dev/null && { [ ! -e "$1" ] || [ "$(wc -l <"$1")" -lt "$2" ]; }; do sleep 0.05; done
}

# rank_process R: the process of rank R of the run in the background.
rank_process() {
  local process
  for process in $(pgrep -P "$mpirun"); do
    tr '\0' '\n' <"/proc/$process/environ" | grep -x "OMPI_COMM_WORLD_RANK=$1" >/dev/null && echo "$process" && return
  done
}
