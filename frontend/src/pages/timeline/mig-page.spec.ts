import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { HistorySeries } from '@/api/types'
import { ok, type ApiHandler } from '@/testing/api'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { splitGpu } from '@/testing/mig'
import { history, PastServer, usage, uuid } from '@/testing/past'
import { firstOf } from '@/testing/tables'

const GIB = 2 ** 30
const LEVELS = { 'mig.activity.sm': 71, 'mig.memory.used': 31 * GIB }

/** Stored samples of instances, and a process on one of them. */
const stored: ApiHandler = ({ path, query }) => {
  if (path === 'history/usage') {
    const { intervals, ...rest } = usage(query)
    const moved = intervals.map((each) => (each.index === 0 ? { ...each, gpuInstance: 2, computeInstance: 0 } : each))
    return ok({ ...rest, intervals: moved })
  }
  if (path !== 'history') return null
  const answer = history(query, 3)
  // A split GPU has no utilization of its own.
  const isOfInstances = query.get('metrics')?.startsWith('mig.') === true
  const isAbsent = ({ index, metric }: HistorySeries) => index === 0 && metric === 'utilization.gpu'
  if (!isOfInstances) return ok({ ...answer, series: answer.series.filter((each) => !isAbsent(each)) })
  const mig = { gpuInstance: 2, computeInstance: 0 }
  const series = Object.entries(LEVELS).map(([metric, level]) => {
    const points = answer.t.map(() => level)
    return { gpu: uuid(0), index: 0, name: null, mig, metric, unit: '', min: points, avg: points, max: points }
  })
  return ok({ ...answer, series })
}

async function open() {
  const page = await Dashboard.open('/Timeline', {
    gpus: 3,
    changes: { 0: splitGpu },
    api: [stored, new PastServer(3).handle],
  })
  const lanes = page.get.getAllByTestId('lane')
  const lane = (name: RegExp) => firstOf(lanes.filter((each) => name.test(textOf(each))))
  return { page, lanes, lane }
}

describe('what happened on a split GPU', () => {
  it('is a lane for each instance below the name of the GPU', async () => {
    const warnings = complaints()
    const { page, lanes, lane } = await open()

    expect(lanes.slice(0, 6).map((each) => textOf(each).replace(/(?<=gb).*/, ''))).toEqual([
      expect.stringMatching(/^GPU 0/),
      '0:1 3g.40gb',
      '0:2 2g.20gb',
      '0:3 1g.10gb',
      '0:4 1g.10gb',
      expect.stringMatching(/^GPU 1/),
    ])
    expect(within(lane(/^GPU 0/)).queryByRole('img')).toBeNull()
    expect(within(lane(/^0:2/)).getByRole('img', { name: /^Instance 0:2 over time/ })).toBeInTheDocument()
    expect(within(lane(/^0:2/)).getAllByRole('button', { name: /train\.py · mchen/ })).toHaveLength(2)
    expect(within(lane(/^0:1/)).queryByRole('button')).toBeNull()
    expect(page.requests.filter(({ query }) => query.get('metrics')?.startsWith('mig.') === true)).toHaveLength(1)
    expect(warnings()).toEqual([])
  })

  it('is read at the place of a process, which is described', async () => {
    const { page, lane } = await open()
    const bar = firstOf(within(lane(/^0:2/)).getAllByRole('button', { name: /train\.py/ }))
    bar.focus()
    await page.settle()

    expect(firstOf(page.get.getAllByRole('complementary', { name: 'Process' }))).toHaveTextContent(/GPU0:2/)
  })

  it('has the events of the GPU at its name', async () => {
    const { lane } = await open()

    expect(within(lane(/^GPU 0/)).getByRole('button', { name: /run starts/ })).toBeInTheDocument()
  })
})

describe('what happened without a split GPU', () => {
  it('needs no samples of instances', async () => {
    const page = await Dashboard.open('/Timeline', { api: [stored, new PastServer(3).handle] })

    expect(page.requests.filter(({ query }) => query.get('metrics')?.startsWith('mig.') === true)).toEqual([])
  })
})
