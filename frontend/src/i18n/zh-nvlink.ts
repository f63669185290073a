import type { nvlink } from './en-nvlink'

/** What the page of NVLink throughput says. */
export const zhNvlink: typeof nvlink = {
  about: '每块 GPU 通过其全部 NVLink 发送和接收的有效数据，单位 GB/s。条形填满即达到链路的承载能力。',
  up: '{up}/{all} 条链路已连接',
  upOnly: '{up} 条链路已连接',
  each: '每个方向',
  down: '{n} 条链路断开，每个方向减少 {lost} GB/s',
  allDown: '所有链路均已断开',
  none: '无 NVLink',
  perLink: '逐条链路',
  perLinkAbout: '两个方向合计，占链路承载能力的比例',
  newest: '最新样本',
  meanOf: '{span}均值',
  age: '{age}前',
  problem: '无法查询链路：{problem}',
  waiting: '正在查询链路。',
  noLinks: '驱动程序不提供单条链路的数据。',
  link: '链路 {link}',
  linkDown: '链路断开',
  linkShare: 'GPU {index}，链路 {link}：{n}%',
  linkWhy: 'GPU {index}，链路 {link}：{why}',
  notSupported: '不支持',
  emptyTitle: '此处的 GPU 没有 NVLink',
  emptyText: '{names} 没有 NVLink 连接，因此没有可绘制的内容。',
  emptyLink: 'PCIe 吞吐量页面显示它如何与主机通信。',
}
