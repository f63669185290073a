/** What a number answers, and what a panel can be copied as. */
export const question = {
  source: 'Source',
  window: 'About',
  asked: 'Asked',
  sampledAt: 'sampled at {time}',
  instant: 'the instant of asking',
  noWindow: 'no span of time',
  notThere: 'nvidia-smi does not tell it',
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
