/** What the inspector says of a number, and what a panel can be copied as. */
export const inspector = {
  source: 'Source',
  window: 'Window',
  sampled: 'Sampled',
  sampledAt: 'sampled at {time}',
  instant: 'instantaneous',
  noWindow: 'none',
  notThere: 'not available in nvidia-smi',
  noSeries: 'no time series',
  oneEach: 'One value for each process, link or component; the page shows which one this is.',
  unknown: '{metric} is not in the metric catalog of this server.',
}

export const cadence = {
  FAST: 'every sample',
  SLOW: 'every 10 s',
  ONCE: 'once per driver session',
}

export const copyAs = {
  open: 'Copy as',
  frame: 'Embed in another page',
  title: 'Copy as',
  curl: 'curl',
  python: 'Python',
  smi: 'nvidia-smi',
  promql: 'PromQL',
  onlyGpulse: 'nvidia-smi does not report {metrics}; query them with /api/v1/query.',
  noSmi: 'nvidia-smi does not report these metrics.',
  noSeries: 'These metrics have no time series.',
}
