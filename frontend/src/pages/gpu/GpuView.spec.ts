import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { ok, type ApiHandler, type ApiResponse } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { snapshot } from '@/testing/machine'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { metricOf, numbersOf } from '@/testing/timelines'

const details: ApiHandler = ({ path }) => (path.startsWith('gpus/') ? ok(aGpu(1, { facts: { serial: 'S-1' } })) : null)

const main = (page: Dashboard) => page.get.getByRole('main')
const heading = (page: Dashboard) => textOf(within(main(page)).getByRole('heading', { level: 1 }))
const moment = (page: Dashboard) => page.get.queryByTestId('gauges-time')
const story = (page: Dashboard) => page.get.getByTestId('story')
const fact = (page: Dashboard, metric: string) => metricOf(page.get.queryAllByTestId('fact'), metric)
const gauges = (page: Dashboard) => page.get.queryByRole('list', { name: 'Current values' })
const gauge = (page: Dashboard, metric: string) => {
  const list = gauges(page)
  return list === null ? null : metricOf(within(list).getAllByRole('listitem'), metric)
}

function open(): Promise<Dashboard> {
  return Dashboard.open('/gpus/1?open=identity,clocks,errors', { seconds: 0, api: [details] })
}

async function show(page: Dashboard, second: number, gpus: Gpu[]): Promise<void> {
  page.feed.play(aSnapshot(second, { gpus }))
  await page.settle()
}

describe('the page of a GPU', () => {
  it('requests by its UUID the values that the stream lacks', async () => {
    const page = await open()
    await show(page, 1, [aGpu(0), aGpu(1)])

    expect(heading(page)).toContain('GPU 1')
    const requests = page.requests.filter(({ path }) => path.startsWith('gpus/'))
    expect(requests.map(({ path }) => path)).toEqual(['gpus/GPU-1'])
    expect(fact(page, 'serial')).toHaveTextContent('S-1')
  })

  it('has the index of the GPU in the title, also at an address with its UUID', async () => {
    const page = await Dashboard.open('/gpus/GPU-1', { seconds: 0, api: [details] })
    await show(page, 1, [aGpu(0), aGpu(1)])

    expect(document.title).toMatch(/ · GPU 1 · gpulse$/)
  })

  it('reports when the GPU has gone, and links the others', async () => {
    const page = await open()
    await show(page, 1, [aGpu(0), aGpu(1)])
    await show(page, 2, [aGpu(0)])

    expect(heading(page)).toBe('GPU 1 is no longer there')
    expect(textOf(main(page))).toMatch(/NVIDIA H100 80GB HBM3 was last seen at/)
    const links = within(main(page))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(links).toEqual([expect.stringMatching(/\/gpus\/0$/)])

    await show(page, 3, [aGpu(0), aGpu(1)])
    expect(heading(page)).toBe('GPU 1')
    expect(main(page)).toHaveTextContent('H100 80GB HBM3')
  })

  it('shows a sentence and the identity of a GPU that was already lost, and no number', async () => {
    const page = await open()
    await show(page, 1, [
      aGpu(0),
      aGpu(1, { uuid: 'GPU-unseen', state: 'LOST', stateDetail: 'It fell off the bus.', values: {} }),
    ])

    expect(textOf(story(page))).toMatch(/GPU 1: Lost since \d\d:\d\d/)
    expect(page.get.getByTestId('fold-errors')).toHaveTextContent('It fell off the bus.')
    expect(moment(page)).toBeNull()
    expect(gauges(page)).toBeNull()
    expect(numbersOf(main(page))).toEqual([])
    expect(fact(page, 'uuid')).toHaveTextContent('GPU-unseen')
    expect(fact(page, 'power.max_limit')).toBeNull()
  })

  it('keeps the last values of a GPU when it is lost, with their time', async () => {
    const page = await open()
    await show(page, 1, [aGpu(0), aGpu(1)])
    await show(page, 2, [aGpu(0), aGpu(1)])
    await show(page, 62, [aGpu(0), aGpu(1, { state: 'LOST', stateDetail: 'It fell off the bus.', values: {} })])

    expect(textOf(moment(page))).toMatch(/^Last values, sampled \d\d:\d\d:02, 1 min ago$/)
    expect(page.get.getAllByText('It fell off the bus.')).toHaveLength(1)
    expect(fact(page, 'serial')).toHaveTextContent('S-1')
    expect(textOf(gauge(page, 'power.draw'))).toMatch(/300.*stale/)

    await show(page, 63, [aGpu(0), aGpu(1)])
    expect(moment(page)).toBeNull()
    expect(textOf(story(page))).not.toContain('fell off')
    expect(gauge(page, 'power.draw')).not.toHaveTextContent('stale')
  })
})

describe('the page of a GPU whose insights arrive late', () => {
  async function openWithout(insights: Promise<ApiResponse>): Promise<Dashboard> {
    const api: ApiHandler[] = [({ path }) => (path === 'insights' ? insights : null)]
    const page = await Dashboard.open('/gpus/1', { seconds: 0, api })
    page.feed.play(snapshot(1))
    await page.pass(600)
    return page
  }
  const isShown = (page: Dashboard) => page.get.queryByTestId('story') !== null

  it('is shown with them, so that nothing moves when they arrive', async () => {
    let answer: (response: ApiResponse) => void = () => undefined
    const page = await openWithout(new Promise((resolve) => (answer = resolve)))
    expect(isShown(page)).toBe(false)

    answer(ok({}))
    await page.pass(100)
    expect(isShown(page)).toBe(true)
  })

  it('is shown without them after a second', async () => {
    const page = await openWithout(new Promise(() => undefined))
    expect(isShown(page)).toBe(false)

    await page.pass(1000)
    expect(isShown(page)).toBe(true)
  })
})
