import { expect, it } from 'vitest'
import en from './en.json'
import zh from './zh.json'
import { zhMetrics, zhShortMetrics } from './zh-metrics'

function leaves(messages: object, prefix = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)]],
  )
}

const english = new Map(leaves(en))
const chinese = new Map(leaves(zh))
const labels = [...Object.entries(zhMetrics), ...Object.entries(zhShortMetrics)]
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

it('has the same messages as English', () => {
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
})

it('fills in the same words', () => {
  const differing = [...english].filter(
    ([key, text]) => placeholders(text).join() !== placeholders(chinese.get(key) ?? '').join(),
  )

  expect(differing.map(([key]) => key)).toEqual([])
})

it('has one form for any number', () => {
  expect([...chinese].filter(([, text]) => text.includes('|'))).toEqual([])
})

it('has no space before a percent sign, and no half-width punctuation after a Chinese character', () => {
  const careless = [...chinese].filter(([, text]) => /[\s\u202f]%|\p{Script=Han}[,.;:?!()]/u.test(text))

  // A percent sign by itself is a unit that names what it is a share of.
  expect(careless.filter(([key]) => !['machine.ofThreads', 'timeline.ofMachine'].includes(key))).toEqual([])
})

it('leaves only names and units in Latin letters', () => {
  const names = [
    /GPU|NVLink|NVSwitch|PCIe?|NVIDIA|nvidia-smi|gpulse[.\w=-]*|=all|CUDA|SM|Tensor|BAR1|UUID|GUID|VBIOS|NUMA|MIG|ECC|GSP|CPU/,
    /PromQL|Python|curl|CSV|P95|Shift|Tab|\/api\/v1\/query|REST|SSE|API|Gen|TX|RX|NVL|MPS|pid|PID|Esc|Ctrl|[GM]i?B(\/s)?|°C|W/,
    /Xid|MHz|kernel|Ray|iframe|HTML|Grafana|clock event reasons|Power Brake|EDPp|Sync Boost|Fabric|steal|swap|cache|buffers|I\/O/,
  ]
  const name = new RegExp(names.map(({ source }) => source).join('|'), 'g')
  const foreign = [...chinese, ...labels].filter(([, text]) =>
    /[A-Za-z]/.test(text.replace(/\{\w+\}/g, '').replace(name, '')),
  )

  expect(foreign).toEqual([])
})

/** Literal translations; engineers write 功耗, 频率, 驱动, 掉卡, 无响应, 退役页, 收发, 逻辑核, 占链路带宽. */
const TRANSLATED = [
  ...['功率', '时钟', '丢失', '应答', '驱动程序', '停用页', '流入', '流出', '线程', '链路能力', '承载'],
  ...['已用电能', '被抢占', '等待磁盘', '框架', '条形', '未提供', '(?<!进程)记账', '对齐的时间线', '没有保留'],
]

it('speaks as engineers do', () => {
  const translated = new RegExp(TRANSLATED.join('|'))

  expect([...chinese, ...labels].filter(([, text]) => translated.test(text))).toEqual([])
})

it('calls a kernel of CUDA a kernel, not that of the operating system', () => {
  expect([...chinese].filter(([, text]) => text.includes('内核'))).toEqual([])
  expect(chinese.get('utilization.about')).toContain('CUDA kernel')
})
