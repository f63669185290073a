import type { Insight, InsightCheck } from '../api/types'
import { NOW, uuid } from './past'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
const GIB = 2 ** 30
export const ago = (millis: number) => new Date(NOW - millis).toISOString()
export const gpu = (index: number) => ({ index, uuid: uuid(index) })

/** The JSON of a type, with any values. */
export type JsonOf<T> = { [K in keyof T]?: unknown }

function series(
  metric: string,
  of: number,
  unit: string,
  value: (i: number) => number,
  shaded: (i: number) => boolean,
  step = 30_000,
) {
  const values = Array.from({ length: 120 }, (_, i) => value(i))
  const from = new Date(NOW - 120 * step).toISOString()
  return {
    metric,
    gpu: uuid(of),
    unit,
    stepMillis: step,
    from,
    values,
    shaded: values.map((_, i) => shaded(i)),
    memory: [],
  }
}

/** The four insights of the demo. */
export const INSIGHTS: readonly JsonOf<Insight>[] = [
  {
    id: `idle-allocated/${uuid(4)}`,
    rule: 'idle-allocated',
    severity: 'warning',
    state: 'active',
    since: ago(41 * MINUTE),
    reportedAt: ago(31 * MINUTE),
    until: null,
    gpus: [gpu(4)],
    sentence: 'GPU 4 holds 62 GiB but has been idle for 41 min: python (pid 38817, asharma).',
    short: 'Idle 41 min, 62 GiB held',
    cause: 'No kernel has run for 41 min. Nobody else can use this memory until the process ends.',
    advice: 'End the process, or let it free its memory, if it is not needed.',
    evidence: [
      {
        metric: 'memory.used',
        name: 'held',
        value: 62 * GIB,
        unit: 'B',
        threshold: GIB,
        windowSeconds: 600,
        gpu: uuid(4),
      },
      {
        metric: 'utilization.gpu',
        name: 'utilization',
        value: 0,
        unit: '%',
        threshold: null,
        windowSeconds: 600,
        gpu: uuid(4),
      },
    ],
    chart: series(
      'utilization.gpu',
      4,
      '%',
      (i) => (i < 38 ? 30 + ((i * 37) % 50) : 0),
      (i) => i >= 38,
    ),
    process: { pid: 38817, name: 'python', program: null, user: 'asharma', startedAt: ago(20 * HOUR) },
    translations: {
      zh: {
        sentence: 'GPU 4 占用 62 GiB 显存，但已空闲 41 分钟：python（pid 38817，asharma）。',
        short: '空闲 41 分钟，占用 62 GiB',
        cause: '已有 41 分钟没有运行 kernel。进程结束前其他人无法使用这些显存。',
        advice: '如果不再需要，请结束该进程或释放显存。',
      },
    },
  },
  {
    id: 'input-bound/0-3',
    rule: 'input-bound',
    severity: 'warning',
    state: 'active',
    since: ago(3 * HOUR),
    reportedAt: ago(3 * HOUR),
    until: null,
    gpus: [0, 1, 2, 3].map(gpu),
    sentence: 'GPUs 0–3 wait for data: utilization swings 0–100 % every 1.8 s while the host CPU is at 96 %.',
    short: 'Waits for data',
    cause: 'The four GPUs stop together, 42 % of the time, and PCIe traffic rises exactly in the pauses.',
    advice: 'More loader workers, faster decoding or pre-processed data would shorten the step.',
    evidence: [
      { metric: null, name: 'waiting', value: 42, unit: '%', threshold: 15, windowSeconds: 60, gpu: null },
      {
        metric: 'host.cpu.utilization',
        name: 'host CPU',
        value: 96,
        unit: '%',
        threshold: 85,
        windowSeconds: 60,
        gpu: null,
      },
    ],
    chart: series(
      'utilization.gpu',
      0,
      '%',
      (i) => (i % 9 < 5 ? 100 : 4),
      (i) => i % 9 >= 5,
      250,
    ),
    process: null,
    translations: {
      zh: {
        sentence: 'GPU 0–3 正在等待数据：利用率每 1.8 秒在 0–100% 之间摆动，同时主机 CPU 为 96%。',
        short: '等待数据',
        cause: '四块 GPU 有 42% 的时间同时停顿，停顿时 PCIe 流量上升。',
        advice: '增加数据加载进程、加快解码或预处理数据可缩短每步时间。',
      },
    },
  },
  {
    id: `power-capped/${uuid(7)}`,
    rule: 'power-capped',
    severity: 'warning',
    state: 'active',
    since: ago(2.4 * HOUR),
    reportedAt: ago(2.4 * HOUR),
    until: null,
    gpus: [gpu(7)],
    sentence: 'GPU 7 is power-capped 38 % of the time.',
    short: 'Throttled by its power limit',
    cause: 'Its limit is 500 W; the default is 700 W. While capped, the SM clock falls from 1 790 to about 1 400 MHz.',
    advice: 'Raise the limit where cooling and supply allow it.',
    evidence: [
      {
        metric: 'enforced.power.limit',
        name: 'limit',
        value: 500,
        unit: 'W',
        threshold: 700,
        windowSeconds: null,
        gpu: uuid(7),
      },
    ],
    chart: series(
      'clocks.current.sm',
      7,
      'MHz',
      (i) => (i % 17 < 6 ? 1400 : 1790),
      (i) => i % 17 < 6,
      1500,
    ),
    process: null,
    translations: {
      zh: {
        sentence: 'GPU 7 有 38% 的时间触及功耗墙。',
        short: '因功耗上限而降频',
        cause: '功耗上限为 500 W，默认为 700 W。受限时 SM 频率从 1 790 降至约 1 400 MHz。',
        advice: '若散热与供电允许，可提高功耗上限。',
      },
    },
  },
  {
    id: `narrow-link/${uuid(6)}`,
    rule: 'narrow-link',
    severity: 'info',
    state: 'active',
    since: ago(80 * HOUR),
    reportedAt: ago(80 * HOUR),
    until: null,
    gpus: [gpu(6)],
    sentence: 'GPU 6 runs at ×8 of ×16 PCIe lanes.',
    short: 'Narrow PCIe link',
    cause: 'The link uses half of its lanes, also under load.',
    advice: 'Reseat the card or check the riser at the next stop.',
    evidence: [
      {
        metric: 'pcie.link.width.current',
        name: 'lanes',
        value: 8,
        unit: '',
        threshold: 16,
        windowSeconds: null,
        gpu: uuid(6),
      },
    ],
    chart: null,
    process: null,
    translations: {
      zh: {
        sentence: 'GPU 6 的 PCIe 仅 ×8（应为 ×16）。',
        short: 'PCIe 链路降级',
        cause: '负载下链路也只用了一半通道。',
        advice: '下次停机时重新插卡或检查转接板。',
      },
    },
  },
]

export const RESOLVED: JsonOf<Insight> = {
  ...INSIGHTS[0],
  id: `idle-allocated/${uuid(5)}`,
  state: 'resolved',
  since: ago(5 * HOUR),
  reportedAt: ago(5 * HOUR),
  until: ago(4 * HOUR),
  gpus: [gpu(5)],
  sentence: 'GPU 5 holds 3 GiB but has been idle for 24 min: tensorboard (pid 40211, mchen).',
  short: 'Idle 24 min, 3 GiB held',
  chart: null,
  translations: {
    zh: { ...(INSIGHTS[0]?.translations as { zh: object }).zh, sentence: 'GPU 5 占用 3 GiB 显存，但已空闲 24 分钟。' },
  },
}

const passed = (rule: string, sentence: string, zh: string): JsonOf<InsightCheck> => ({
  ...{
    rule,
    outcome: 'passed',
    sentence,
    detail: null,
    gpus: [],
    translations: { zh: { sentence: zh, detail: null } },
  },
})

export const CHECKS: readonly JsonOf<InsightCheck>[] = [
  passed('errors-growing', 'No growing errors', '没有增长的错误'),
  passed('xid', 'No Xid in 24 h', '24 小时内没有 Xid'),
  passed('thermally-slowed', 'No thermal slowdown', '没有过热降频'),
  {
    ...passed('uneven-group', 'Even work within groups', '组内负载均匀'),
    outcome: 'not-checked',
    detail: 'Not checked: needs processes of one group, which are not known.',
    translations: { zh: { sentence: '组内负载均匀', detail: '未检查：需要同组的进程，目前未知。' } },
  },
  { ...passed('power-capped', 'GPU 7 is power-capped', 'GPU 7 触及功耗墙'), outcome: 'active', gpus: [gpu(7)] },
]
