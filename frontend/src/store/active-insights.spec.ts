import { expect, it } from 'vitest'
import { t } from '@/i18n/words'
import { anInsight } from '@/testing/incidents'
import { activeOf, hasPassed, lineOf, severityByGpu, said, worstFirst } from './active-insights'

const insights = (...severities: ('info' | 'warning' | 'critical')[]) =>
  severities.map((severity, i) => anInsight({ id: `${severity}/${i}`, severity }))

it('sorts by severity, and within one as the server does', () => {
  const ordered = worstFirst(insights('info', 'warning', 'critical', 'warning'))

  expect(ordered.map(({ id }) => id)).toEqual(['critical/2', 'warning/1', 'warning/3', 'info/0'])
})

it('omits resolved and muted insights', () => {
  const board = {
    insights: [anInsight({ id: 'a' }), anInsight({ id: 'b', state: 'resolved' }), anInsight({ id: 'c' })],
    checks: [],
  }

  expect(activeOf(board, ['c']).map(({ id }) => id)).toEqual(['a'])
})

it('uses the language of the page if the server has it, and marks other texts', () => {
  const both = anInsight({ sentence: 'It is idle.', translations: { zh: { sentence: '已空闲。' } } })

  expect(said(both, 'sentence', 'en')).toEqual({ text: 'It is idle.', lang: undefined })
  expect(said(both, 'sentence', 'zh')).toEqual({ text: '已空闲。', lang: undefined })
  expect(said({ ...both, translations: {} }, 'sentence', 'zh')).toEqual({ text: 'It is idle.', lang: 'en' })
  expect(said({ ...both, translations: { zh: { sentence: '' } } }, 'sentence', 'zh')?.text).toBe('It is idle.')
  expect(said({ ...both, cause: null }, 'cause', 'en')).toBeNull()
  expect(said({ ...both, cause: '' }, 'cause', 'en')).toBeNull()
})

it.each([
  [[6], 'GPU 6: Has: two parts'],
  [[0, 1, 2, 5], 'GPUs 0–2, 5: Has: two parts'],
  [[], 'Has: two parts'],
])('prints the short form of the server with the GPUs %j', (indexes, line) => {
  const gpus = indexes.map((index) => ({ index, uuid: `GPU-${index}` }))
  const insight = anInsight({ gpus, short: 'Has: two parts', translations: { zh: { short: '简短' } } })

  expect(lineOf(insight, 'en', t)).toEqual({ text: line, lang: undefined })
  expect(lineOf(insight, 'zh', t).text).toMatch(/简短$/)
})

it('marks each GPU by its most severe insight, also by one about several GPUs', () => {
  const [a, b, c] = [
    { index: 0, uuid: 'GPU-0' },
    { index: 1, uuid: 'GPU-1' },
    { index: 2, uuid: 'GPU-2' },
  ] as const
  const marks = severityByGpu([
    anInsight({ severity: 'warning', gpus: [a] }),
    anInsight({ severity: 'critical', gpus: [a] }),
    anInsight({ rule: 'uneven-group', severity: 'warning', gpus: [a, b] }),
    anInsight({ severity: 'info', gpus: [b, c] }),
  ])

  expect(Object.fromEntries(marks)).toEqual({ 'GPU-0': 'crit', 'GPU-1': 'warn', 'GPU-2': 'info' })
})

it('marks each GPU of several with one cause', () => {
  const gpus = Array.from({ length: 20 }, (_, index) => ({ index, uuid: `GPU-${index}` }))

  expect([...severityByGpu([anInsight({ rule: 'gpu-lost', severity: 'critical', gpus })]).values()]).toEqual(
    gpus.map(() => 'crit'),
  )
})

it('counts a check as passed only if it ran on every GPU', () => {
  const gpus = [{ index: 4, uuid: 'GPU-4' }]

  expect(hasPassed({ outcome: 'passed', gpus: [] })).toBe(true)
  expect(hasPassed({ outcome: 'passed', gpus })).toBe(false)
  expect(hasPassed({ outcome: 'not-checked', gpus: [] })).toBe(false)
})
