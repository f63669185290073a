import { describe, expect, it } from 'vitest'
import type { Evidence, EvidenceSeries, Insight } from '@/api/types'
import { t } from '@/i18n/words'
import { said } from '@/store/active-insights'
import { anInsight } from '@/testing/incidents'
import { extremesOf, formatValue, allocatedOf, lanesOf, scaleOf } from './evidence'
import { runsOf } from './evidence-drawing'
import { grouped } from './grouping'
import { tabsOf, toggled } from './tabs'
import { linksOf } from './insight-links'

const GIB = 2 ** 30
const GPU = { index: 4, uuid: 'GPU-4' }
const number = (changes: Partial<Evidence>): Evidence => ({
  ...{
    metric: null,
    name: 'waiting',
    value: 1,
    unit: '',
    threshold: null,
    windowSeconds: null,
    gpu: null,
    translations: {},
  },
  ...changes,
})
const series = (values: (number | null)[], unit: string): EvidenceSeries => ({
  ...{ metric: 'clocks.current.sm', gpu: null, unit, stepMillis: 1000, from: '', values, shaded: [], memory: [] },
})

describe('links of an insight', () => {
  const TIMELINES = { to: { path: '/GPU-Resources', query: { gpus: '4,5' } }, text: 'See it on the timelines' }

  it('lead to the process, the GPU, or the page that shows it', () => {
    const process = { pid: 38817, name: 'python', program: null, user: null, startedAt: null }

    expect(linksOf(anInsight({ process }), t)).toEqual([
      { to: { path: '/Processes', query: { filter: '38817' } }, text: 'Show the process' },
      { to: '/gpus/4', text: 'Open GPU 4' },
    ])
    expect(linksOf(anInsight({ rule: 'input-bound', gpus: [GPU, { index: 5, uuid: 'GPU-5' }] }), t)[0]?.to).toEqual({
      ...{ path: '/GPU-Resources', query: { gpus: '4,5' } },
    })
    expect(linksOf(anInsight({ rule: 'xid' }), t)[0]?.to).toEqual({
      path: '/Timeline',
      query: { list: '1', kinds: 'xid', gpus: '4' },
    })
  })

  it('lead to the processes of all insights that are alike', () => {
    const gpus = [GPU, { index: 5, uuid: 'GPU-5' }]
    const all = gpus.map((gpu, i) =>
      anInsight({
        gpus: [gpu],
        process: { pid: 7 + i, name: 'python', program: 'train.py', user: 'mchen', startedAt: null },
      }),
    )

    expect(linksOf({ ...anInsight(all[0]), gpus }, t, all)).toEqual([
      { to: { path: '/Processes', query: { filter: 'mchen train.py' } }, text: 'Show the processes' },
      TIMELINES,
    ])
  })

  it('lead to the events of all affected GPUs', () => {
    const gpus = [GPU, { index: 5, uuid: 'GPU-5' }]

    expect(linksOf(anInsight({ rule: 'gpu-lost', gpus }), t)).toEqual([
      TIMELINES,
      { to: { path: '/Timeline', query: { list: '1', gpus: '4,5' } }, text: 'What happened' },
    ])
  })

  it('lead to the timelines of several GPUs that are slowed down, and to the links of one that lost some', () => {
    const gpus = [GPU, { index: 5, uuid: 'GPU-5' }]

    expect(['power-capped', 'on-battery'].map((rule) => linksOf(anInsight({ rule, gpus }), t))).toEqual(
      Array(2).fill([TIMELINES]),
    )
    expect(linksOf(anInsight({ rule: 'narrow-link', gpus }), t)).toEqual([
      { to: { path: '/PCIe-Throughput', query: { gpus: '4,5' } }, text: 'PCIe throughput' },
      TIMELINES,
    ])
    expect(linksOf(anInsight({ rule: 'on-battery' }), t).map(({ to }) => to)).toEqual(['/gpus/4'])
    expect(linksOf(anInsight({ rule: 'link-down' }), t).map(({ to }) => to)).toEqual(['/NVLink-Throughput', '/gpus/4'])
  })

  it('omit pages without data', () => {
    expect(linksOf(anInsight({ rule: 'gpu-missing', gpus: [] }), t).map(({ text }) => text)).toEqual(['What happened'])
    expect(linksOf(anInsight({ rule: 'of-a-newer-server', gpus: [] }), t)).toEqual([])
  })
})

describe('tabs', () => {
  const board = {
    insights: [
      anInsight({ id: 'a', severity: 'info' }),
      anInsight({ id: 'b', severity: 'critical' }),
      anInsight({ id: 'c', state: 'resolved', until: '2026-03-01T09:00:00Z' }),
      anInsight({ id: 'd', state: 'resolved', until: '2026-03-01T10:00:00Z' }),
      anInsight({ id: 'e' }),
    ],
    checks: [],
  }

  it('have active, resolved (the latest first) and muted insights', () => {
    const { active, resolved, muted } = tabsOf(board, ['e', 'c'])

    expect(active.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(resolved.map(({ id }) => id)).toEqual(['d', 'c'])
    expect(muted.map(({ id }) => id)).toEqual(['e'])
  })

  it('mute and unmute an insight, and drop the oldest of too many', () => {
    expect(toggled(toggled(['a'], 'b'), 'a')).toEqual(['b'])
    const many = Array.from({ length: 200 }, (_, i) => String(i))
    expect(toggled(many, 'new')).toEqual([...many.slice(1), 'new'])
  })
})

describe('evidence', () => {
  it('has the name of the rule in the language of the page, else in English', () => {
    const held = number({ name: 'held', translations: { zh: { name: '占用' } } })

    expect(said(held, 'name', 'en')).toEqual({ text: 'held', lang: undefined })
    expect(said(held, 'name', 'zh')).toEqual({ text: '占用', lang: undefined })
    expect(said(number({}), 'name', 'zh')).toEqual({ text: 'waiting', lang: 'en' })
  })

  it('is printed with its unit', () => {
    expect(formatValue(62.4 * GIB, 'B', 'en')).toBe('62.4\u202fGiB')
    expect(formatValue(42, '%', 'zh')).toBe('42%')
  })

  it('has lanes only for a narrow link', () => {
    const width = number({ metric: 'pcie.link.width.current', value: 8, threshold: 16 })
    const most = number({ metric: 'pcie.link.width.max', value: 16 })

    expect(lanesOf(anInsight({ rule: 'narrow-link', evidence: [width] }))).toEqual({ used: 8, all: 16 })
    expect(lanesOf(anInsight({ rule: 'narrow-link', evidence: [{ ...width, threshold: null }, most] }))).toEqual({
      used: 8,
      all: 16,
    })
    expect(lanesOf(anInsight({ rule: 'narrow-link', evidence: [{ ...width, value: 16 }, most] }))).toBeNull()
    expect(lanesOf(anInsight({ rule: 'power-capped', evidence: [width] }))).toBeNull()
  })

  it('has the allocated memory of an idle process', () => {
    const evidence = [number({ metric: 'memory.used', value: 62 * GIB })]

    expect(allocatedOf(anInsight({ evidence }))).toBe(62 * GIB)
    expect(allocatedOf(anInsight({ rule: 'power-capped', evidence }))).toBeNull()
  })

  it('has a scale by its unit, and extremes where the scale is not fixed', () => {
    expect(scaleOf(series([3, 4], '%'))).toEqual({ min: 0, max: 100 })
    expect(scaleOf(series([300, 400], 'W'))).toEqual({ min: 0, max: 420 })
    expect(scaleOf(series([1400, null, 1800], 'MHz'))).toEqual({ min: 1320, max: 1880 })
    expect(scaleOf(series([null], 'W'))).toEqual({ min: 0, max: 1 })
    expect(extremesOf(series([1400, 1800], 'MHz'), 'en')).toEqual({
      least: '1\u202f400\u202fMHz',
      most: '1\u202f800\u202fMHz',
    })
    expect(extremesOf(series([1, 2], '%'), 'en')).toBeNull()
  })

  it('has no chart without values', () => {
    expect(runsOf([1, 2, null, 3, null])).toEqual([
      { from: 0, values: [1, 2] },
      { from: 3, values: [3] },
    ])
  })
})

describe('insights that are alike but for their GPUs', () => {
  const lost = (index: number, changes: Partial<Insight> = {}) =>
    anInsight({
      id: `gpu-lost/GPU-${index}`,
      rule: 'gpu-lost',
      gpus: [{ index, uuid: `GPU-${index}` }],
      sentence: `GPU ${index} fell off the bus.`,
      ...changes,
    })

  it('are one group about all their GPUs, in the place of the first', () => {
    const groups = grouped([lost(5), anInsight(), lost(2)])

    expect(groups.map(({ all }) => all.map(({ id }) => id))).toEqual([
      ['gpu-lost/GPU-5', 'gpu-lost/GPU-2'],
      ['idle-allocated/GPU-4'],
    ])
    expect(groups[0]?.insight).toMatchObject({ id: 'gpu-lost/GPU-5', gpus: [{ index: 2 }, { index: 5 }] })
  })

  it('are apart if their rule, severity, state, advice or words differ', () => {
    const others = [
      lost(2, { severity: 'critical' }),
      lost(2, { state: 'silenced' }),
      lost(2, { advice: 'Reboot.' }),
      lost(2, { sentence: 'GPU 2 was removed.' }),
      lost(2, { rule: 'gpu-stuck' }),
    ]

    expect(grouped([lost(5), ...others])).toHaveLength(6)
  })

  it('are apart if they are about two users or programs whose names differ in digits only, or differ in the cause', () => {
    const process = { pid: 1, name: 'python', program: 'train1.py', user: 'student1', startedAt: null }
    const held = (changes: Partial<Insight>) => anInsight({ sentence: 'A program holds 74 GiB.', process, ...changes })
    const others = [
      held({ process: { ...process, user: 'student2' } }),
      held({ process: { ...process, program: 'train2.py' } }),
      held({ cause: 'Its session was left.' }),
    ]

    expect(grouped([held({}), ...others])).toHaveLength(4)
    expect(grouped([held({}), held({ process: { ...process, pid: 2 } })])).toHaveLength(1)
  })
})
