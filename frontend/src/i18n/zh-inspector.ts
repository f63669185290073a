import type { cadence, copyAs, inspector } from './en-inspector'

/** What the inspector says of a number, and what a panel can be copied as. */
export const zhInspector: typeof inspector = {
  source: '来源',
  window: '统计窗口',
  sampled: '采样周期',
  sampledAt: '采样于 {time}',
  instant: '采样瞬间',
  noWindow: '无统计窗口',
  notThere: 'nvidia-smi 无此项',
  noSeries: '没有时间序列',
  oneEach: '每个进程、链路或部件各有一个值，页面上显示的是其中之一。',
  unknown: '此服务器的指标目录中没有 {metric}。',
}

export const zhCadence: typeof cadence = {
  FAST: '每次采样',
  SLOW: '每 10 秒',
  ONCE: '每次加载驱动时一次',
}

export const zhCopyAs: typeof copyAs = {
  open: '复制为',
  frame: '嵌入到其他页面（iframe）',
  title: '复制为',
  curl: 'curl',
  python: 'Python',
  smi: 'nvidia-smi',
  promql: 'PromQL',
  onlyGpulse: 'nvidia-smi 没有 {metrics}；gpulse 的 /api/v1/query 可以查询。',
  noSmi: 'nvidia-smi 没有这些指标。',
  noSeries: '这些指标没有时间序列。',
}
