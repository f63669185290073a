/** What the page of NVLink throughput says. */
export const nvlink = {
  about:
    'Payload that each GPU sends and receives over all its NVLinks, in GB/s. ' +
    'A full bar is the full link bandwidth.',
  up: '{up} of {all} links up',
  upOnly: '{up} links up',
  each: 'each way',
  down: '{n} link down, {lost} GB/s less each way | {n} links down, {lost} GB/s less each way',
  allDown: 'All links are down',
  none: 'no NVLink',
  perLink: 'Per link',
  perLinkAbout: 'both directions, share of link bandwidth',
  newest: 'newest sample',
  meanOf: 'mean of {span}',
  age: '{age} old',
  problem: 'Link data could not be loaded: {problem}',
  waiting: 'Loading link data.',
  noLinks: 'The driver does not report individual links.',
  link: 'Link {link}',
  linkDown: 'link down',
  linkShare: 'GPU {index}, link {link}: {n}\u202f%',
  linkWhy: 'GPU {index}, link {link}: {why}',
  notSupported: 'not supported',
  emptyTitle: 'No GPU here has NVLink | This GPU has no NVLink',
  emptyText: '{names} reports no NVLink connections, so there is nothing to plot.',
  emptyLink: 'See PCIe throughput for traffic to and from the host.',
}
