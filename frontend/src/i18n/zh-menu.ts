import type { menu } from './en-menu'

/** What the tiles of the other pages say where they have no figure, or beside it. */
export const zhMenu: typeof menu = {
  usedShare: '已用 {n}%',
  byProcess: '按 GPU 和进程',
  timelines: '对齐的时间线',
  bothWays: '每块 GPU，TX 与 RX',
  traffic: '↓ {rx} ↑ {tx} GB/s',
  notTold: '未提供流量',
  cpu: 'CPU {n}%',
  cpuNotTold: '未提供 CPU 数据',
}
