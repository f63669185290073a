import { expect, it } from 'vitest'
import { parseEvents } from './events'
import { parseInsights } from './insights'

const INSIGHT = { id: 'power-capped/GPU-7', sentence: 'GPU 7 is power-capped.', since: '2026-03-01T10:00:00Z' }

it('reads an insight as the contract has it', () => {
  const sent = {
    ...{
      ...INSIGHT,
      rule: 'power-capped',
      severity: 'critical',
      state: 'active',
      until: null,
      cause: 'Its limit is low.',
    },
    gpus: [{ index: 7, uuid: 'GPU-7' }],
    evidence: [
      {
        metric: 'memory.used',
        name: 'held',
        value: 66571993088,
        unit: 'BYTES',
        threshold: 1073741824,
        windowSeconds: 600,
        gpu: 'GPU-7',
      },
    ],
    chart: {
      metric: 'utilization.gpu',
      gpu: 'GPU-7',
      unit: '%',
      stepMillis: 5000,
      from: '2026-03-01T09:00:00Z',
      values: [97, null],
      shaded: [true],
    },
    process: { pid: 38817, name: 'python', user: 'asharma', startedAt: null },
    translations: { zh: { sentence: '功耗受限。', cause: null } },
  }
  const [insight] =
    parseInsights({ insights: [sent], checks: [{ rule: 'xid', outcome: 'passed', sentence: 'No Xid' }] })?.insights ??
    []

  expect(insight).toMatchObject({ rule: 'power-capped', severity: 'critical', process: { user: 'asharma' } })
  expect(insight?.evidence[0]).toMatchObject({ unit: 'B', threshold: 1073741824, windowSeconds: 600 })
  expect(insight?.chart).toMatchObject({ values: [97, null], shaded: [true, false] })
  expect(insight?.translations).toEqual({ zh: { sentence: '功耗受限。', cause: null } })
})

it('retains the valid properties of an insight, and adds none', () => {
  const board = parseInsights({
    insights: [
      { ...INSIGHT, severity: 'dreadful', chart: { values: [] }, evidence: [{ name: 'x', value: 'NaN' }] },
      { id: 'mute' },
    ],
    checks: [{ rule: 'xid', outcome: 'fine', sentence: 'No Xid' }],
  })

  expect(board?.insights).toHaveLength(1)
  expect(board?.insights[0]).toMatchObject({
    rule: 'power-capped',
    severity: 'info',
    chart: null,
    evidence: [],
    advice: null,
  })
  expect(board?.checks[0]?.outcome).toBe('not-checked')
  expect(parseInsights({})).toBeNull()
})

it('parses events, and the highest sequence even if the server does not send it', () => {
  const page = parseEvents({
    events: [
      {
        id: 12,
        sequence: 900,
        at: '2026-03-01T10:00:00Z',
        kind: 'xid',
        severity: 'critical',
        title: 'Xid 79',
        xid: 79,
        gpus: [{ index: 2, uuid: 'GPU-2' }, 3],
        blame: ['bus', 3],
        facts: { pid: '1', n: 2 },
      },
      { id: 13, sequence: 901 },
    ],
    next: 11,
  })

  expect(page?.events).toHaveLength(1)
  expect(page).toMatchObject({ next: 11, sequence: 900 })
  expect(page?.events[0]).toMatchObject({
    xid: 79,
    gpus: [{ index: 2, uuid: 'GPU-2' }],
    blame: ['bus'],
    facts: { pid: '1' },
    gpu: null,
    count: 1,
  })
  expect(parseEvents([])).toBeNull()
})
