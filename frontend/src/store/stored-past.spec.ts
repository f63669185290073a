import { expect, it } from 'vitest'
import type { History } from '@/api/types'
import { momentsOf } from './stored-past'

const RESPONSE: History = {
  from: '2026-11-20T10:00:00Z',
  to: '2026-11-20T10:00:08Z',
  stepMillis: 2000,
  tier: 'RAW',
  simulated: false,
  t: [0, 2000, 4000, 6000],
  series: [
    {
      gpu: 'GPU-1',
      index: 0,
      name: 'H100',
      mig: null,
      metric: 'power.draw',
      unit: 'W',
      min: [90, null, 0, 120],
      max: [110, null, 0, 120],
      avg: [100, null, 0, 120],
    },
    {
      gpu: null,
      index: null,
      name: null,
      mig: null,
      metric: 'host.cpu.utilization',
      unit: '%',
      min: [],
      max: [],
      avg: [7, null, null, 9],
    },
  ],
}

it('buckets are at their middle, and missing values are omitted', () => {
  expect(momentsOf(RESPONSE)).toEqual([
    {
      time: 1000,
      values: [
        { subject: 'GPU-1', metric: 'power.draw', value: 100, lo: 90, hi: 110 },
        { subject: 'host', metric: 'host.cpu.utilization', value: 7, lo: 7, hi: 7 },
      ],
    },
    { time: 5000, values: [{ subject: 'GPU-1', metric: 'power.draw', value: 0, lo: 0, hi: 0 }] },
    {
      time: 7000,
      values: [
        { subject: 'GPU-1', metric: 'power.draw', value: 120, lo: 120, hi: 120 },
        { subject: 'host', metric: 'host.cpu.utilization', value: 9, lo: 9, hi: 9 },
      ],
    },
  ])
})
