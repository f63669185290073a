import type { cadence, copyAs, inspector } from './en-inspector'

/** What the inspector says of a number, and what a panel can be copied as. */
export const zhInspector: typeof inspector = {
  source: '来源',
  window: '时间范围',
  sampled: '查询频率',
  sampledAt: '采样于 {time}',
  instant: '查询的瞬间',
  noWindow: '不涉及时间段',
  notThere: 'nvidia-smi 不提供',
  noSeries: '没有时间序列',
  oneEach: '每个进程、链路或部件各有一个数值；页面上显示的是其中之一。',
  unknown: '此服务器的目录中没有 {metric}。',
}

export const zhCadence: typeof cadence = {
  FAST: '每轮',
  SLOW: '每 10 秒',
  ONCE: '每次驱动程序会话一次',
}

export const zhCopyAs: typeof copyAs = {
  open: '复制为',
  frame: '作为其他页面中的框架',
  title: '复制为',
  curl: 'curl',
  python: 'Python',
  smi: 'nvidia-smi',
  promql: 'PromQL',
  onlyGpulse: 'nvidia-smi 不提供 {metrics}；gpulse 提供：/api/v1/query 也接受它们。',
  noSmi: 'nvidia-smi 不提供这些内容。',
  noSeries: '时间序列中没有这些内容。',
}
