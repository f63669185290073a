import { describe, expect, it } from 'vitest'
import { t } from '@/i18n/words'
import { anEvent } from '@/testing/incidents'
import { START } from '@/testing/snapshots'
import { BUCKET_MILLIS, boxesOf, DAY_MILLIS, densityOf, eventsPerBox, sumOf } from './density'
import {
  byDay,
  dayTitle,
  entryOf,
  filtered,
  groupOf,
  indexesOf,
  includesMarks,
  kindsOf,
  kindText,
  markEntry,
  matches,
  merged,
} from './event-list'

const entry = (id: number, changes = {}) => entryOf(anEvent(id, changes), 'en')
const mark = (id: number, second: number, gpus: number[] = []) => ({
  ...{ id, at: new Date(START + second * 1000).toISOString(), text: `mark ${id}`, gpus },
})

describe('a row', () => {
  it('has the GPUs of the event, or the machine', () => {
    expect(entry(1, { facts: { gpus: '0-3,6' } })).toMatchObject({ gpus: '0–3, 6', index: null })
    expect(entry(1)).toMatchObject({ gpus: '0', index: 0 })
    expect(entry(1, { gpu: null })).toMatchObject({ gpus: null, index: null })
    expect(indexesOf('0-3,6')).toEqual([0, 1, 2, 3, 6])
  })

  it('is in the language of the page if the server has a translation', () => {
    const event = anEvent(1, { title: 'It ended', translations: { zh: { title: '已结束' } } })

    expect(entryOf(event, 'zh')).toMatchObject({ title: '已结束', lang: undefined })
    expect(entryOf({ ...event, translations: {} }, 'zh')).toMatchObject({ title: 'It ended', lang: 'en' })
  })

  it('has a glyph for its severity, and one for a resolved insight', () => {
    expect(entry(1, { kind: 'xid', severity: 'critical' }).glyph).toBe('crit')
    expect(entry(1).glyph).toBe('ok')
    expect(entry(1, { kind: 'p_state' }).glyph).toBe('info')
    expect(entry(1, { kind: 'insight', until: new Date(START).toISOString() }).glyph).toBe('ok')
  })

  it('names its kind, including an unknown one of a newer server', () => {
    expect(kindText(entry(1, { kind: 'xid', xid: 79 }), t)).toBe('Xid 79')
    expect(kindText(entry(1, { kind: 'fan_failed' }), t)).toBe('fan failed')
  })
})

it('names all GPUs of an event of several GPUs', () => {
  const gpus = [
    { index: 0, uuid: 'GPU-0' },
    { index: 3, uuid: 'GPU-3' },
  ]

  expect(entry(1, { gpu: null, gpus })).toMatchObject({ gpus: '0, 3' })
  expect(entry(1, { gpu: null, gpus: [], facts: { gpus: '1-2' } })).toMatchObject({ gpus: '1, 2' })
})

describe('the query', () => {
  it('is a group or names of kinds in the address', () => {
    expect(kindsOf('')).toBeNull()
    expect(kindsOf('clocks')).toEqual(['clocks', 'p_state'])
    expect(kindsOf('xid,gap')).toEqual(['xid', 'gap'])
    expect([groupOf(''), groupOf('errors'), groupOf('xid')]).toEqual(['all', 'errors', ''])
    expect(['', 'marks', 'errors', 'xid,mark'].map(includesMarks)).toEqual([true, true, false, true])
  })

  it('filters the events of the stream', () => {
    const event = anEvent(1, { kind: 'xid', facts: { gpus: '2-4' } })

    expect(matches(event, null, [], START)).toBe(true)
    expect(matches(event, ['clocks'], [], START)).toBe(false)
    expect(matches(event, null, [3], START)).toBe(true)
    expect(matches(event, null, [0], START)).toBe(false)
    expect(matches(event, null, [], START + 2000)).toBe(false)
  })
})

describe('the list', () => {
  it('has marks among events, as far back as the events reach', () => {
    const list = merged([entry(30), entry(10)], [mark(1, 20), mark(2, 5)].map(markEntry), START + 10_000)

    expect(list.map(({ key }) => key)).toEqual(['e30', 'm1', 'e10'])
  })

  it('is filtered by words', () => {
    const list = [entry(1, { title: 'train.py started' }), entry(2, { title: 'eval.py started' })]
    const found = filtered(list, ' STARTED train', ({ title }) => title)

    expect(found.map(({ key }) => key)).toEqual(['e1'])
    expect(filtered(list, ' ', ({ title }) => title)).toHaveLength(2)
  })

  it('has a heading for each day in the time zone of the browser', () => {
    const midnight = new Date(START).setHours(0, 0, 0, 0)
    const at = (millis: number) => ({ ...entry(1), at: midnight + millis })
    const days = byDay([at(5000), at(0), at(-1)])

    expect(days.map(({ entries }) => entries.length)).toEqual([2, 1])
    expect(days[0]?.begin).toBe(midnight)
    expect(dayTitle(midnight, midnight + 1, 'en', t)).toBe('Today, Sunday 1 March')
    expect(dayTitle(days[1]?.begin ?? 0, midnight + 1, 'en', t)).toBe('Yesterday, Saturday 28 February')
    expect(dayTitle(new Date(2025, 0, 3).getTime(), midnight, 'en', t)).toBe('Friday, 3 January 2025')
  })
})

describe('the density', () => {
  const now = START + 100_000

  it('counts by quarter of an hour and severity, and hatches gaps instead of counting them', () => {
    const density = densityOf(
      [
        anEvent(1),
        anEvent(2, { severity: 'critical' }),
        anEvent(3, {
          kind: 'gap',
          at: new Date(START - 3_600_000).toISOString(),
          until: new Date(START).toISOString(),
        }),
        anEvent(4, { at: new Date(START - 2 * DAY_MILLIS).toISOString() }),
      ],
      now,
    )

    expect(density.buckets).toHaveLength(96)
    expect(density.buckets.at(-1)).toEqual({ begin: START, counts: { info: 1, warning: 0, critical: 1 } })
    expect(density.to).toBe(START + BUCKET_MILLIS)
    expect(sumOf(density)).toEqual({ info: 1, warning: 0, critical: 1 })
    expect(density.gaps).toEqual([{ from: START - 3_600_000, to: START }])
  })

  it('keeps a warning visible among many events', () => {
    const many = Array.from({ length: 60 }, (_, i) => anEvent(i))
    const density = densityOf([...many, anEvent(61, { severity: 'warning' })], now)
    const each = eventsPerBox(density)

    expect(each).toBe(12)
    expect(boxesOf(density.buckets.at(-1)?.counts ?? { info: 0, warning: 0, critical: 0 }, each)).toEqual([
      'warning',
      ...Array.from({ length: 5 }, () => 'info'),
    ])
    expect(eventsPerBox(densityOf([], now))).toBe(1)
  })
})
