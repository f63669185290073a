import { afterEach, describe, expect, it } from 'vitest'
import type { Gpu, Insight } from '@/api/types'
import { speak } from '@/i18n/language'
import { t } from '@/i18n/words'
import { severityByGpu } from '@/store/active-insights'
import { faultOf } from '@/store/faults'
import type { Moment } from '@/store/readings'
import { anInsight } from '@/testing/incidents'
import { aProcess, limitsOf, steadyMoment } from '@/testing/moments'
import { aGpu, START } from '@/testing/snapshots'
import type { Story } from './scene'
import { storyOf } from './story'

const GIB = 2 ** 30
const at = (second: number) => new Date(START + second * 1000).toISOString()
const spaced = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')

interface Case {
  gpu?: Partial<Gpu>
  insights?: readonly Partial<Insight>[] | null
  others?: Gpu[]
  moment?: Partial<Moment>
  limits?: Gpu['values']
  locale?: 'en' | 'zh'
}

function tell({ gpu: changes = {}, insights = [], others = [], moment = {}, limits = {}, locale = 'en' }: Case): Story {
  const gpu = aGpu(4, changes)
  const all = [gpu, ...others]
  const active = insights?.map((each) => anInsight({ cause: null, advice: 'Do it.', ...each })) ?? null
  return storyOf({
    moment: steadyMoment(all, { limits: limitsOf(all, limits), marks: active && severityByGpu(active), ...moment }),
    gpu,
    state: gpu.state,
    fault: faultOf(gpu, active && { insights: active, checks: [] }, locale),
    insights: active,
    t,
    locale,
  })
}
const sentence = (each: Case) => spaced(tell(each).sentence.text)
const more = (each: Case) => tell(each).more.map(({ text }) => spaced(text))

const notebook = { ...aProcess(14220, 'jlopez'), facts: { user: 'jlopez', program: 'train.ipynb' } }
const small = { ...aProcess(14221, 'tbauer', '/usr/bin/eval.py'), values: { 'process.memory.used': GIB } }
const HELD: Partial<Gpu> = {
  idleSince: at(10 - 790),
  values: { 'utilization.gpu': 0, 'memory.used': 74 * GIB },
  processes: [small, notebook],
}
const BUSY: Partial<Gpu> = { busySince: at(-3600), processes: [notebook] }
const CAPPED: Partial<Insight> = {
  rule: 'power-capped',
  sentence: 'GPU 4 is throttled 38 % of the time by its power limit.',
}

const GPU_4 = { index: 4, uuid: 'GPU-4' }

afterEach(() => speak('en'))

describe('the sentence about a GPU', () => {
  it.each<[string, Case, RegExp]>([
    ['lost', { gpu: { ...HELD, state: 'LOST' } }, /^GPU 4: Lost$/],
    ['reset needed', { gpu: { state: 'RESET_REQUIRED' } }, /^GPU 4: Has to be reset$/],
    ['unreadable', { gpu: { state: 'ERROR', stateDetail: 'NVML code 999.' } }, /^GPU 4: Cannot be read$/],
    ['stuck', { gpu: { state: 'STUCK', stateDetail: 'nvmlX has not returned.' } }, /^GPU 4: Does not answer$/],
    ['asleep', { gpu: { state: 'SLEEPING' } }, /^GPU 4: Sleeps$/],
    ['late', { gpu: { ...BUSY, sampledAt: at(1) } }, /^GPU 4 has had no new sample since \d\d:\d\d\.$/],
    [
      'an uncorrectable error, before all that is no fault',
      {
        gpu: HELD,
        insights: [CAPPED, { rule: 'xid', severity: 'critical', sentence: 'GPU 4 had Xid 48.', gpus: [GPU_4] }],
      },
      /^GPU 4 had Xid 48\.$/,
    ],
    [
      'idle while memory is held',
      { gpu: HELD },
      /^Idle for 13 min\. Holds 74 GiB for jlopez’s train\.ipynb \(pid 14220\) and tbauer\.$/,
    ],
    [
      'idle while one process of an unknown user holds memory',
      { gpu: { ...HELD, processes: [aProcess(7, null)] } },
      /^Idle for 13 min\. Holds 74 GiB for python \(pid 7\)\.$/,
    ],
    ['held by none', { gpu: { ...HELD, processes: [] } }, /Holds 74 GiB that no process explains\.$/],
    ['idle for less than a minute', { gpu: { ...HELD, idleSince: at(-20) } }, /^Idle for less than 1 min\. Holds/],
    [
      'throttled by its limit, as the server words it',
      { gpu: BUSY, insights: [CAPPED], limits: { 'enforced.power.limit': 500 } },
      /^GPU 4 is throttled 38 % of the time by its power limit\.$/,
    ],
    [
      'idle while memory is held, as the server words it',
      {
        gpu: HELD,
        insights: [{ rule: 'idle-allocated', sentence: 'GPU 4 holds 74 GiB but has been idle for 13 min.' }],
      },
      /^GPU 4 holds 74 GiB but has been idle for 13 min\.$/,
    ],
    [
      'throttled, from a server without insights',
      { gpu: { ...BUSY, values: { 'clocks_event_reasons.active': 0x80 } }, insights: null },
      /^GPU 4 is throttled by its power brake 100 % of the time$/,
    ],
    [
      'its work, before a rule reports that it is throttled',
      {
        gpu: { ...BUSY, values: { 'clocks_event_reasons.active': 0x04 } },
        limits: { 'enforced.power.limit': 500 },
      },
      /^Runs train\.ipynb for jlopez/,
    ],
    [
      'another warning',
      { gpu: BUSY, insights: [{ rule: 'link-down', sentence: 'NVLink 3 of GPU 4 is down.' }] },
      /^NVLink 3 of GPU 4 is down\.$/,
    ],
    [
      'near its slowdown temperature',
      { gpu: { ...BUSY, values: { 'temperature.gpu': 84, 'temperature.gpu.tlimit': 3 } } },
      /^GPU 4 is near its slowdown temperature at 84 °C$/,
    ],
    [
      'a narrow link',
      {
        gpu: BUSY,
        insights: [{ rule: 'narrow-link', severity: 'info' }],
      },
      /^Runs train\.ipynb for jlopez since \d\d:\d\d\.$/,
    ],
    [
      'what it serves, with the GPUs of its job',
      {
        gpu: { ...BUSY, processes: [{ ...notebook, group: 'job' }, small] },
        others: [5, 6].map((index) => aGpu(index, { processes: [{ ...aProcess(index, 'jlopez'), group: 'job' }] })),
      },
      /^Runs train\.ipynb for jlopez since \d\d:\d\d, with GPUs 5, 6, and 1 more process\.$/,
    ],
    [
      'free',
      { gpu: { idleSince: at(-3 * 3600), values: { 'processes.running': 0 } } },
      /^Free: idle for 3 h, and no process uses it\.$/,
    ],
    [
      'idle while its processes cannot be read',
      { gpu: { idleSince: at(-3 * 3600), absent: { 'processes.running': 'NO_PERMISSION' } } },
      /^Idle for 3 h\. Whether a process uses it is not known\.$/,
    ],
    [
      'busy for an unknown program',
      { gpu: { busySince: at(-60) } },
      /^Busy\. The processes that use it are not known\.$/,
    ],
    ['unknown', {}, /^Whether it is busy is not known\.$/],
  ])('%s', (_, each, expected) => {
    expect(sentence(each)).toMatch(expected)
  })

  it('is in Chinese as well', async () => {
    await speak('zh')

    expect(sentence({ gpu: HELD, locale: 'zh' })).toBe(
      '已空闲 13 分钟，却仍被 jlopez 的 train.ipynb（pid 14220）和 tbauer 占用 74 GiB 显存。',
    )
    expect(sentence({ gpu: { state: 'LOST' }, locale: 'zh' })).toBe('GPU 4：已掉卡')
    const translations = { zh: { sentence: 'GPU 4 有 38% 的时间触及功耗墙。' } }
    expect(sentence({ gpu: BUSY, insights: [{ ...CAPPED, translations }], locale: 'zh' })).toBe(
      'GPU 4 有 38% 的时间触及功耗墙。',
    )
    expect(sentence({ gpu: BUSY, locale: 'zh' })).toMatch(/^正在运行 jlopez 的 train\.ipynb，始于 \d\d:\d\d。$/)
  })
})

describe('the story of a GPU', () => {
  it('has the cause or what to do, and never a function or a code', () => {
    expect(more({ gpu: { ...HELD, state: 'LOST', stateDetail: 'NVML code 15' } })).toEqual([])
    expect(more({ gpu: HELD })).toEqual([
      expect.stringMatching(/^No work since \d\d:\d\d\. If train\.ipynb ends, 10 GiB become free\.$/),
    ])
    expect(more({ gpu: BUSY, insights: [CAPPED] })).toEqual(['Do it.'])
    expect(more({ gpu: BUSY, insights: [{ rule: 'narrow-link', severity: 'info' }] })).toEqual([
      'GPU 4 is idle.',
      'Do it.',
    ])
    expect(more({ gpu: BUSY })).toEqual(['Nothing is wrong.'])
    for (const state of ['LOST', 'STUCK', 'RESET_REQUIRED', 'ERROR'] as const) {
      const { sentence: told, more: rest } = tell({ gpu: { state, stateDetail: 'nvmlDeviceGetX: NVML code 15' } })
      expect([told, ...rest].map(({ text }) => text).join()).not.toMatch(/nvml|NVML|code/)
    }
  })

  it('has the sentence and the order of the server, where it has them', () => {
    const advice = 'Move its work, then reset GPU 4.0. Stop gpulse before a reset.'
    const removed = {
      gpu: { ...HELD, state: 'LOST' as const },
      insights: [{ rule: 'gpu-lost', sentence: 'GPU 4 was removed.', cause: 'NVML code 15.', advice }],
    }

    expect(sentence(removed)).toBe('GPU 4 was removed.')
    expect(more(removed)).toEqual(['Stop gpulse before a reset.'])
    expect(tell(removed).order).toEqual({ text: 'Move its work, then reset GPU 4.0.', lang: undefined })
    expect(tell(removed)).toMatchObject({ since: Date.parse(at(-600)) })
    expect(tell(removed)).toMatchObject({ insight: { rule: 'gpu-lost' }, row: 'errors', health: 'crit' })
  })

  it('has the state, where an alert is about something else', () => {
    const fault = { rule: 'xid', severity: 'critical' as const, sentence: 'GPU 4 had Xid 48.', advice: 'Reset it.' }
    const lost = { rule: 'gpu-lost', severity: 'critical' as const, sentence: 'GPU 4 fell off the bus.' }

    expect(sentence({ gpu: { state: 'SLEEPING' }, insights: [fault, lost] })).toBe('GPU 4: Sleeps')
    expect(sentence({ gpu: { state: 'ATTACHING' }, insights: [fault] })).not.toContain('Xid')
    expect(sentence({ gpu: { state: 'LOST' }, insights: [fault, lost] })).toBe('GPU 4 fell off the bus.')
    expect(sentence({ gpu: { state: 'LOST' }, insights: [fault] })).toBe('GPU 4: Lost')
  })

  it('has the status that all pages show, also where a rule is silenced', () => {
    expect(tell({ gpu: BUSY }).health).toBe('ok')
    expect(tell({ gpu: HELD, insights: [], moment: { marks: new Map() } }).health).toBe('ok')
    expect(tell({ gpu: HELD, insights: null }).health).toBe('warn')
    expect(tell({ gpu: { ...HELD, idleSince: at(-20) } }).health).toBe('ok')
    expect(tell({ gpu: { state: 'LOST' } }).health).toBe('crit')
    const throttled = { ...BUSY, values: { 'clocks_event_reasons.active': 0x40 } }
    expect(tell({ gpu: throttled, moment: { marks: new Map() } }).health).toBe('ok')
    const waits = tell({ gpu: BUSY, insights: [{ rule: 'input-bound', severity: 'warning' }] })
    expect(waits.health).toBe('warn')
    expect(tell({ gpu: HELD, insights: [{ rule: 'narrow-link', severity: 'info' }] }).health).toBe('info')
  })

  it('opens the row that has the worst fact, if there is one', () => {
    expect(tell({ gpu: { state: 'LOST' } }).row).toBe('errors')
    expect(tell({ gpu: BUSY, insights: [CAPPED] }).row).toBe('clocks')
    expect(tell({ gpu: HELD }).row).toBeNull()
    expect(tell({ gpu: BUSY }).row).toBeNull()
  })
})
