import type { nvlink } from './en-nvlink'

/** What the page of NVLink throughput says. */
export const zhNvlink: typeof nvlink = {
  about: '每块 GPU 经全部 NVLink 收发的有效数据，单位 GB/s。条满即跑满链路带宽。',
  up: '{up}/{all} 条链路已连接',
  upOnly: '{up} 条链路已连接',
  each: '单向',
  down: '{n} 条链路断开，单向带宽减少 {lost} GB/s',
  allDown: '所有链路均已断开',
  none: '无 NVLink',
  perLink: '各链路',
  perLinkAbout: '双向合计，占链路带宽的比例',
  newest: '最新样本',
  meanOf: '{span}均值',
  age: '{age}前',
  problem: '链路数据获取失败：{problem}',
  waiting: '正在获取链路数据。',
  noLinks: '驱动不提供单条链路的数据。',
  link: '链路 {link}',
  linkDown: '链路断开',
  linkShare: 'GPU {index}，链路 {link}：{n}%',
  linkWhy: 'GPU {index}，链路 {link}：{why}',
  notSupported: '不支持',
  emptyTitle: '这里的 GPU 没有 NVLink',
  emptyText: '{names} 没有 NVLink 连接，无数据可绘制。',
  emptyLink: '与主机之间的传输见 PCIe 吞吐量页面。',
}
