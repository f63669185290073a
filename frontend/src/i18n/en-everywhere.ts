/** Words of every page: how spans and lists are written, and what can be chosen anywhere. */
export const everywhere = {
  language: { label: 'Language' },
  span: { seconds: '{n}\u202fs', minutes: '{n}\u202fmin', hours: '{n}\u202fh' },
  list: { names: ', ', clauses: ', ', parts: '; ', colon: ': ', stop: '. ' },
  key: { space: 'Space', escape: 'Esc' },
  range: { label: 'Range', m1: '1 min', m5: '5 min', m15: '15 min' },
}
