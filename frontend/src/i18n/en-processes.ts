/** What the page of processes says. */
export const enProcesses = {
  processes: {
    about: 'All processes that hold GPU memory, one row per process and GPU.',
    filter: 'Filter by user, pid, name, GPU',
    group: 'Group by',
    noUser: 'Unknown user',
    onGpus: 'GPU {indexes} | GPUs {indexes}',
    noName: 'unknown name',
    commandHidden:
      'Command lines are hidden because they can contain secrets. ' +
      'Set gpulse.processes.command-line=authenticated or =all to show them.',
    userUnread: 'Some users are unknown: gpulse has no permission to read who owns those processes.',
    absent:
      '“–” means the driver does not report this value for the process; “…” means not yet. Neither means 0.',
    omitted:
      '{n} more process on GPU {indexes} is not shown: only the 4 largest per GPU are. | ' +
      '{n} more processes on GPU {indexes} are not shown: only the 4 largest per GPU are.',
    leftOut: '{n} not read',
    unread: 'GPU {indexes}: processes not read. {why}. | GPUs {indexes}: processes not read. {why}.',
    filtered: '{shown} of {all} shown; sums cover the rows shown.',
    noMatch: 'No process matches the filter',
    noMatchText:
      'The {n} process does not match “{filter}”. | None of the {n} processes matches “{filter}”.',
    clear: 'Clear the filter',
    nobody: 'No process on any GPU',
    nobodyText: 'All GPUs were queried. A program appears here as soon as it uses GPU memory.',
    days: '{d}\u202fd {h}\u202fh',
    swing: '{lo}–{hi}',
    smMean: 'SM utilization: mean of the samples of the last 30 s, with minimum and maximum beside it.',
    nothing: 'No processes to show',
  },
  processColumn: {
    gpu: 'GPU',
    pid: 'PID',
    user: 'User',
    name: 'Name',
    type: 'Type',
    memory: 'GPU memory',
    sm: 'SM',
    cpu: 'Host CPU',
    hostMemory: 'Host memory',
    elapsed: 'Elapsed',
  },
  processType: {
    COMPUTE: 'compute',
    GRAPHICS: 'graphics',
    COMPUTE_AND_GRAPHICS: 'compute, graphics',
    MPS: 'MPS',
  },
  processGroup: { user: 'User', gpu: 'GPU', none: 'None' },
}
