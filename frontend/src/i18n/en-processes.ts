/** What the page of processes says. */
export const enProcesses = {
  processes: {
    about: 'Everything that holds GPU memory, one row a process and GPU.',
    filter: 'Filter by user, pid, name, GPU',
    group: 'Group by',
    noUser: 'User not known',
    onGpus: 'GPU {indexes} | GPUs {indexes}',
    noName: 'name not known',
    commandHidden:
      'Command lines are hidden because they can hold secrets. ' +
      'gpulse shows them with gpulse.processes.command-line=authenticated, or =all.',
    userUnread: 'Some owners cannot be told: gpulse may not read whose those processes are.',
    absent:
      '“–” means that the driver does not report the value for this process; “…” that it has not yet. Neither is 0.',
    omitted:
      '{n} more process on GPU {indexes} is not shown: the largest 4 of each GPU are. | ' +
      '{n} more processes on GPU {indexes} are not shown: the largest 4 of each GPU are.',
    leftOut: '{n} not read',
    unread: 'GPU {indexes}: processes not read. {why}. | GPUs {indexes}: processes not read. {why}.',
    filtered: '{shown} of {all} shown; the sums are those of the rows shown.',
    noMatch: 'No process fits the filter',
    noMatchText:
      'Nothing of “{filter}” is in the {n} process there is. | Nothing of “{filter}” is in the {n} processes there are.',
    clear: 'Clear the filter',
    nobody: 'No process on any GPU',
    nobodyText: 'All GPUs were asked. A program appears here as soon as it holds memory of one of them.',
    days: '{d}\u202fd {h}\u202fh',
    swing: '{lo}–{hi}',
    smMean: 'SM utilization: mean of the last 30 s in which the driver recorded the process; beside it the least and the most.',
    nothing: 'No process can be shown',
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
