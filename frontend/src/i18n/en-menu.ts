/** What the tiles of the other pages say where they have no figure, or beside it. */
export const menu = {
  usedShare: '{n}\u202f% used',
  byProcess: 'by GPU and process',
  timelines: 'synchronized timelines',
  bothWays: 'per GPU, TX and RX',
  traffic: '↓ {rx} ↑ {tx} GB/s',
  notTold: 'no traffic data',
  pastRanges: '1 min to 30 days',
  eventsToday: '{n} event today | {n} events today',
  moreEvents: 'more than {n} events today',
  noEvents: 'what changed, and when',
  cpu: 'CPU {n}\u202f%',
  cpuNotTold: 'no CPU data',
}
