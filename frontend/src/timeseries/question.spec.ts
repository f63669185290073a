import { expect, it } from 'vitest'
import { mostGpus, periodQuestion, pointsFor, questionOf } from './question'

const SPAN = { from: Date.parse('2026-03-01T10:00:00Z'), to: Date.parse('2026-03-01T11:00:00Z') }

it('has a range until now, or a span', () => {
  const wanted = {
    metrics: ['power.draw', 'host.cpu.utilization'],
    gpus: [0, 3],
    points: 400,
    range: '12h',
    span: null,
  }

  expect(Object.fromEntries(new URLSearchParams(questionOf(wanted)))).toEqual({
    metrics: 'power.draw,host.cpu.utilization',
    gpus: '0,3',
    range: '12h',
    points: '400',
  })
  expect(Object.fromEntries(new URLSearchParams(periodQuestion({ range: '12h', span: SPAN })))).toEqual({
    from: '2026-03-01T10:00:00.000Z',
    to: '2026-03-01T11:00:00.000Z',
  })
})

it('has as many points as fit, within the limit of the server', () => {
  expect(pointsFor(900, 42)).toBe(450)
  expect(pointsFor(10_000, 42)).toBe(2000)
  expect(pointsFor(5000, 256)).toBe(750)
  expect(pointsFor(0, 7)).toBeGreaterThan(0)
  expect(pointsFor(5000, 256) * 256).toBeLessThanOrEqual(200_000)
})

it('has at most the number of GPUs of one query', () => {
  expect(mostGpus(5, 2)).toBe(50)
  expect(mostGpus(5, 2) * 5 + 2).toBeLessThanOrEqual(256)
})
