import { expect, it } from 'vitest'
import { aligned } from './buckets'
import { fleet } from './fleet'
import { summarize } from './summary'

const times = Float64Array.from([1000, 2000, 3000])

function series(...values: number[]) {
  return { times, values: Float32Array.from(values) }
}

const all = fleet([series(10, NaN, NaN), series(30, 50, NaN)])

it('is the mean and spread of those that were read', () => {
  expect([...all.values]).toEqual([20, 50, NaN])
  expect([...(all.lo ?? [])]).toEqual([10, 50, NaN])
  expect([...(all.hi ?? [])]).toEqual([30, 50, NaN])
})

it('retains its spread in buckets and summaries', () => {
  const { columns } = aligned([all], { from: 1000, to: 3000, stepMillis: 4000, patienceMillis: 4000 })

  expect(columns[0]).toMatchObject({ lo: [10], mean: [35], hi: [50] })
  expect(summarize(all, 0, 3000)).toMatchObject({ lo: 10, mean: 35, hi: 50 })
})
