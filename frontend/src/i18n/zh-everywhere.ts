import type { everywhere } from './en-everywhere'

/** Words of every page: how spans and lists are written, and what can be chosen anywhere. */
export const zhEverywhere: typeof everywhere = {
  language: { label: '语言' },
  span: { seconds: '{n}\u202f秒', minutes: '{n}\u202f分钟', hours: '{n}\u202f小时' },
  list: { names: '、', clauses: '，', parts: '；', colon: '：', stop: '。' },
  key: { space: '空格', escape: 'Esc' },
  range: { label: '范围', m1: '1 分钟', m5: '5 分钟', m15: '15 分钟' },
}
