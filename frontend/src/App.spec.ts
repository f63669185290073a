import { within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { aProblem } from '@/testing/problems'
import type { RecordedFeed } from '@/testing/recorded-feed'
import { aGpu, aSnapshot, aSource } from '@/testing/snapshots'
import { currentValues } from '@/testing/values'

const STATUS = {
  checks: [{ name: 'module', title: 'Kernel module nvidia', outcome: 'FAILED', detail: 'not loaded' }],
  steps: [{ title: 'Load the driver', command: 'sudo modprobe nvidia' }],
}

describe('the dashboard', () => {
  let feed: RecordedFeed
  let page: Dashboard

  beforeEach(async () => {
    page = await Dashboard.open('/GPU-Utilization', {
      seconds: 0,
      api: [({ path }) => (path === 'status' ? ok(STATUS) : null)],
    })
    feed = page.feed
  })

  const pass = (millis: number) => page.pass(millis)
  const lanes = () => page.get.queryAllByRole('row').filter((row) => within(row).queryByRole('rowheader') !== null)
  const rows = () => lanes().map((row) => textOf(within(row).getByRole('rowheader')))
  const nowCells = () => lanes().map((row) => within(row).getAllByRole('cell')[1] ?? row)
  const now = () => nowCells().flatMap((cell) => currentValues(cell).map((each) => each.getAttribute('value')))
  const banner = () => page.get.getByTestId('banner')
  const connection = () => textOf(page.get.getByTestId('connection'))

  it('shows a row for all GPUs and one for each', async () => {
    feed.play(aSnapshot(1))
    await pass(600)

    expect(rows()).toEqual([
      'All GPUsmean and spread',
      expect.stringContaining('H100 80GB HBM3'),
      expect.stringContaining('H100 80GB HBM3'),
    ])
    expect(now()).toEqual(['15', '10', '20'])
  })

  it('adds and removes rows with their GPUs', async () => {
    feed.play(aSnapshot(1))
    await pass(600)
    feed.play(aSnapshot(2, { gpus: [aGpu(0), aGpu(1), aGpu(2)] }))
    await pass(600)
    expect(rows()).toHaveLength(4)

    feed.play(aSnapshot(3, { gpus: [aGpu(1)] }))
    await pass(600)
    expect(rows()).toHaveLength(1)
  })

  it('states the reason of a lost GPU in one sentence, without a number', async () => {
    const lost = aGpu(1, { state: 'LOST', stateDetail: 'It fell off the bus.', values: {} })
    feed.play(aSnapshot(1, { gpus: [aGpu(0), lost] }))
    await pass(600)

    const [, , troubled] = lanes()
    expect(textOf(troubled)).toMatch(/Lost *since \d\d:\d\d$/)
    expect(currentValues(troubled)).toEqual([])
    expect(rows()[0]).toContain('mean and spread · 1 of 2 GPUs')
  })

  it('keeps its values while paused and shows current ones when resumed', async () => {
    feed.play(aSnapshot(1, { gpus: [aGpu(0)] }))
    await pass(600)
    page.live.togglePause()
    feed.play(aSnapshot(2, { gpus: [aGpu(0, { values: { 'utilization.gpu': 90 } })] }))
    await pass(600)
    expect(now()).toEqual(['10'])

    page.live.togglePause()
    await pass(600)
    expect(now()).toEqual(['50'])
  })

  it('labels simulated data, even after its banner was hidden', async () => {
    feed.play(aSnapshot(1, { source: aSource({ kind: 'DEMO', simulated: true }) }))
    await pass(600)
    expect(banner()).toHaveTextContent('Demo data.')

    await page.click(within(banner()).getByRole('button', { name: 'Hide for this session' }))
    expect(page.get.queryByTestId('banner')).toBeNull()
    expect(connection()).toContain('Demo')
  })

  it('counts down while it reconnects, and shows a banner only when that lasts', async () => {
    feed.play(aSnapshot(1))
    await pass(600)
    feed.link({ kind: 'waiting', attempt: 3, retryInMillis: 8000 })
    await pass(2000)
    expect(connection()).toMatch(/Reconnecting.*retry 3 in [67] s/)
    expect(page.get.queryByTestId('banner')).toBeNull()

    await pass(4000)
    expect(banner()).toHaveTextContent('Connection lost')
    await page.click(within(banner()).getByRole('button', { name: 'Try now' }))
    expect(feed.retries).toBe(1)
  })

  it('reports a refusal at once, with a link to the sign-in page', async () => {
    feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 60_000 })
    feed.problem(aProblem({ kind: 'unauthorised', status: 401, detail: '' }))
    await pass(10)

    expect(connection()).toBe('Not signed in')
    expect(banner()).toHaveTextContent('No access. Sign in to continue.')
    expect(within(banner()).getByRole('link')).toHaveAttribute('href', 'login?continue=GPU-Utilization')
    await page.click(within(banner()).getByRole('button', { name: 'Try now' }))
    expect(feed.retries).toBe(1)
  })

  it.each([
    [aProblem(), 'gpulse cannot send data right now. All places are taken.'],
    [aProblem({ kind: 'unexpected', status: 200, detail: 'text/html' }), 'another sign-in page returned text/html'],
    [aProblem({ kind: 'malformed', status: 200, detail: '' }), 'could not be read'],
  ])('reports a response without snapshots: $kind', async (problem, words) => {
    feed.link({ kind: 'waiting', attempt: 1, retryInMillis: 1000 })
    feed.problem(problem)
    await pass(10)
    expect(banner()).toHaveTextContent(words)
    expect(connection()).toContain('Reconnecting')

    feed.play(aSnapshot(1))
    await pass(600)
    expect(page.get.queryByTestId('banner')).toBeNull()
    expect(connection()).toContain('Live')
  })

  it('marks values as stale by its own clock when none arrive', async () => {
    feed.play(aSnapshot(1))
    await pass(2000)
    expect(connection()).toContain('Live')

    await pass(12_000)
    expect(connection()).toMatch(/^Stale/)
    expect(nowCells().map(textOf)).toEqual(Array<unknown>(3).fill(expect.stringMatching(/stale, 1\d s old/)))
    expect(now()).toEqual([])
    expect(banner()).toHaveTextContent('No new values since 10:00:01.')
  })

  it('states why there is no GPU and how to fix that', async () => {
    feed.play(aSnapshot(1, { gpus: [], source: aSource({ kind: 'NONE', reason: 'The NVIDIA driver is not loaded' }) }))
    await pass(600)
    await page.settle()

    expect(page.get.getByRole('heading', { level: 1 })).toHaveTextContent(
      'No GPU found: the NVIDIA driver is not loaded',
    )
    expect(page.get.getAllByRole('listitem').map(textOf)).toContain('Kernel module nvidianot loaded')
    expect(page.get.getByText('sudo modprobe nvidia')).toBeInTheDocument()
  })

  it('lists exactly the keys that work', async () => {
    feed.play(aSnapshot(1))
    await pass(600)
    await page.press('?')

    const help = page.get.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const keys = Array.from(help.querySelectorAll('kbd')).map(textOf)
    const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
    expect(keys.sort()).toEqual([
      ...digits,
      '?',
      'E',
      'Esc',
      'F',
      'G 0',
      'I',
      'J',
      'L',
      'P',
      'Q',
      'Space',
      'T',
      '[ ]',
      '← →',
    ])
  })
})
