import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { refused, type ApiHandler } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { aProcess, at, BROKEN, type Changes } from '@/testing/machine'
import { chartRow, chartTitles, firstPlot, metricOf, numbersOf } from '@/testing/timelines'

const GONE = { values: {}, facts: {}, idleSince: null, busySince: null, processes: [] }
const LIMITS: Gpu['values'] = { 'pcie.bandwidth.max': 63e9, 'nvlink.bandwidth.max': 478e9, 'clocks.max.sm': 1980 }
const busy: ApiHandler = ({ path }) => (path.startsWith('gpus/') ? refused(503, 'busy') : null)

const story = (page: Dashboard) => page.get.getByTestId('story')
const gaugesTime = (page: Dashboard) => textOf(page.get.queryByTestId('gauges-time'))
const errors = (page: Dashboard) => page.get.getByTestId('fold-errors')
const fact = (page: Dashboard, metric: string) => metricOf(page.get.getAllByTestId('fact'), metric)
const gauge = (page: Dashboard, metric: string) => {
  const list = page.get.queryByRole('list', { name: 'Current values' })
  return list === null ? null : metricOf(within(list).getAllByRole('listitem'), metric)
}

/** Time of a second of the recording on the clock of the reader. */
function clock(second: number): string {
  return new Date(at(second)).toTimeString().slice(0, 8)
}

async function open(path: string, changes: Changes = BROKEN): Promise<Dashboard> {
  return Dashboard.open(`${path}${path.includes('?') ? '&' : '?'}open=identity,clocks`, {
    ...{ changes, limits: LIMITS, api: [busy] },
  })
}

function failed(gpuState: Gpu['state'], stateDetail: string | null): Changes {
  return {
    2: (second) =>
      second < 100 ? {} : { ...GONE, state: gpuState, stateDetail, stateSince: at(100), sampledAt: at(99) },
  }
}

describe('the page of a lost GPU', () => {
  it('keeps its last values, marked as past, and reports its state once', async () => {
    const page = await open('/gpus/3')

    expect(textOf(story(page))).toMatch(new RegExp(`^GPU 3: Lost since ${clock(100).slice(0, 5)}`))
    expect(gaugesTime(page)).toMatch(new RegExp(`^Last values, sampled ${clock(99)}, .*1 min ago$`))
    expect(page.get.getAllByText(/GPU 3: Lost/)).toHaveLength(1)
    expect(errors(page)).toHaveTextContent('NVML code 15')
    expect(within(errors(page)).getByRole('img')).toHaveAccessibleName('critical')
    expect(errors(page)).not.toHaveTextContent('ECC is not reported')
    expect(story(page)).not.toHaveTextContent('NVML')
    expect(textOf(gauge(page, 'memory.used'))).toMatch(/71\.\d.*stale.*\/ 79\.7 GiB/)
    expect(textOf(gauge(page, 'power.draw'))).toMatch(/\d+.*stale/)
    expect(fact(page, 'uuid')).toHaveTextContent('000000000003')
    expect(fact(page, 'enforced.power.limit')).toHaveTextContent('700')
    const processes = within(story(page)).getAllByRole('listitem')
    expect(processes.map(textOf)).toEqual([expect.stringContaining('mchen train.py')])
    expect(story(page)).toHaveTextContent(/Was on it, as of \d\d:\d\d:\d\d/)
  })

  it('has charts up to its last sample, and none after it', async () => {
    const page = await open('/gpus/3?range=5m')
    expect(chartTitles(page)).toEqual(['Utilization', 'Memory used', 'Power', 'Temperature'])
    const memory = () => within(chartRow(page, 'Memory used')).getByTestId('chart-value')

    page.point(firstPlot(page), 0.7)
    await page.settle()
    expect(Math.floor(numbersOf(memory())[0] ?? NaN)).toBe(71)
    page.point(firstPlot(page), 0.97)
    await page.settle()
    expect(memory()).toHaveTextContent('no samples')
  })

  it('shows the identity of a GPU that was never sampled, and no number', async () => {
    const processes = [aProcess(1, 'x', 'y', 1)]
    const lost: Partial<Gpu> = { ...GONE, state: 'LOST', stateSince: at(0), sampledAt: null, processes }
    // The page keeps what it knew about a GPU, so this one has a UUID of its own.
    const uuid = 'GPU-de300000-0000-4000-8000-000000009902'
    const page = await open('/gpus/2', { 2: () => ({ ...lost, uuid }) })

    expect(gaugesTime(page)).toBe('')
    expect(gauge(page, 'power.draw')).toBeNull()
    expect(fact(page, 'uuid')).toHaveTextContent('000000009902')
  })
})

describe('the page of a GPU that cannot be read', () => {
  for (const [gpuState, detail, words] of [
    ['STUCK', 'nvmlDeviceGetPowerUsage has not returned.', /^GPU 2: Does not answer since/],
    ['RESET_REQUIRED', null, /^GPU 2: Has to be reset since/],
    ['ERROR', 'NVML code 999.', /^GPU 2: Cannot be read since/],
    ['ATTACHING', null, /^GPU 2: Is being attached since/],
  ] as const) {
    it(`keeps its past in the state ${gpuState}`, async () => {
      const page = await open('/gpus/2', failed(gpuState, detail))

      expect(textOf(story(page))).toMatch(words)
      expect(textOf(story(page))).not.toMatch(/nvml|NVML|999/)
      if (detail !== null) expect(errors(page)).toHaveTextContent(detail)
      expect(gaugesTime(page)).toContain(`sampled ${clock(99)}`)
      expect(textOf(gauge(page, 'temperature.gpu'))).toMatch(/60.*stale/)
      expect(firstPlot(page)).toBeInTheDocument()
    })
  }

  it('has dashes and its identity while it sleeps, and none of its past', async () => {
    const page = await open('/gpus/2', {
      2: (second) =>
        second < 100
          ? {}
          : { ...GONE, state: 'SLEEPING', stateSince: at(100), sampledAt: at(99), facts: { uuid: 'GPU-asleep' } },
    })

    expect(textOf(story(page))).toMatch(/^GPU 2: Sleeps since/)
    expect(gaugesTime(page)).toBe('')
    expect(textOf(gauge(page, 'power.draw'))).toMatch(/–.*no samples/)
    expect(fact(page, 'uuid')).toHaveTextContent('GPU-asleep')
  })

  it('shows current values again when the GPU responds', async () => {
    const page = await open('/gpus/2', {
      2: (second) => (second < 100 || second > 153 ? {} : { ...GONE, state: 'STUCK', stateSince: at(100) }),
    })
    expect(gauge(page, 'temperature.gpu')).toHaveTextContent('stale')

    await page.advance(5)
    expect(textOf(story(page))).toMatch(/^Busy|^Runs/)
    expect(gauge(page, 'temperature.gpu')).not.toHaveTextContent('stale')
    expect(gaugesTime(page)).toBe('')
  })

  it('of a slow GPU has its late values, with the time of their sample', async () => {
    const slow: Changes = { 2: (second) => ({ state: 'SLOW', stateSince: at(100), sampledAt: at(second - 3) }) }
    const page = await open('/gpus/2', slow)

    expect(textOf(gauge(page, 'power.draw'))).toMatch(/\d+/)
    expect(textOf(gauge(page, 'memory.used'))).toMatch(/\d+.*GiB/)
    expect(story(page)).not.toHaveTextContent(/Was on it, as of \d\d:\d\d:\d\d/)
  })
})
