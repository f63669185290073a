/** What the inspector says of a number, and what a panel can be copied as. */
export const inspector = {
  source: 'Source',
  window: 'About',
  sampled: 'Sampled',
  sampledAt: 'sampled at {time}',
  instant: 'the instant of sampling',
  noWindow: 'no span of time',
  notThere: 'not in nvidia-smi',
  noSeries: 'no time series',
  oneEach: 'There is one of it for each process, link or part; the page shows which.',
  unknown: 'The catalogue of this server does not know {metric}.',
}

export const cadence = {
  FAST: 'every round',
  SLOW: 'every 10 s',
  ONCE: 'once per driver session',
}

export const copyAs = {
  open: 'Copy as',
  frame: 'As a frame for another page',
  title: 'Copy as',
  curl: 'curl',
  python: 'Python',
  smi: 'nvidia-smi',
  promql: 'PromQL',
  onlyGpulse: 'nvidia-smi does not tell {metrics}; gpulse does: /api/v1/query takes them too.',
  noSmi: 'nvidia-smi tells nothing of this.',
  noSeries: 'Time series tell nothing of this.',
}
