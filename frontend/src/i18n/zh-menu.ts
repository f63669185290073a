import type { menu } from './en-menu'

/** What the tiles of the other pages say where they have no figure, or beside it. */
export const zhMenu: typeof menu = {
  usedShare: '已用 {n}%',
  byProcess: '按 GPU 和进程',
  timelines: '同步时间轴',
  bothWays: '每块 GPU 的收发',
  traffic: '↓ {rx} ↑ {tx} GB/s',
  notTold: '无流量数据',
  pastRanges: '1 分钟至 30 天',
  eventsToday: '今日 {n} 个事件',
  moreEvents: '今日超过 {n} 个事件',
  noEvents: '何时发生了什么',
  cpu: 'CPU {n}%',
  cpuNotTold: '无 CPU 数据',
}
