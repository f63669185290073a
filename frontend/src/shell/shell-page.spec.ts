import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { ok, type ApiHandler } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { aGpu, aSnapshot, aSource } from '@/testing/snapshots'

const NOT_PASSED_IN = {
  situation: 'NOT_PASSED_IN',
  checks: [
    { name: 'module', title: 'Kernel module nvidia', outcome: 'PASSED', detail: '580.95.05' },
    { name: 'container', title: 'Container', outcome: 'FAILED', detail: 'started without GPUs (--gpus all)' },
  ],
  steps: [
    { title: 'Check the driver on the host, outside of the container', command: 'nvidia-smi' },
    { title: 'Install the NVIDIA Container Toolkit', command: null },
    { title: 'Start the container with the GPUs', command: 'docker run --gpus all gpulse' },
  ],
}
const DRIVER = {
  checks: [
    { name: 'module', title: 'Kernel module nvidia', outcome: 'FAILED', detail: 'not loaded' },
    { name: 'driver', title: 'NVIDIA driver answers', outcome: 'NOT_CHECKED', detail: 'not queried' },
  ],
  steps: [{ title: 'Load it', command: 'sudo modprobe nvidia' }],
}

const answering =
  (path: string, body: object): ApiHandler =>
  (request) =>
    request.path === path ? ok(body) : null

async function open(path: string, snapshot: ReturnType<typeof aSnapshot>, ...api: ApiHandler[]): Promise<Dashboard> {
  const page = await Dashboard.open(path, { seconds: 0, api })
  page.feed.play(snapshot)
  await page.settle()
  return page
}

const items = (within_: HTMLElement) => within(within_).getAllByRole('listitem').map(textOf)

describe('the three steps to the GPUs', () => {
  const none = aSnapshot(1, { gpus: [], source: aSource({ kind: 'NONE', reason: 'The NVIDIA driver is not loaded' }) })

  it('are those of this machine, with the findings, in the banner of the demo', async () => {
    const demo = aSnapshot(1, { source: aSource({ kind: 'DEMO', simulated: true }) })
    const page = await open('/', demo, answering('status', { checks: [], steps: [], setup: NOT_PASSED_IN }))
    await page.click(page.get.getByRole('button', { name: 'Connect your GPUs in 3 steps' }))
    await page.pass(100)

    const dialog = page.get.getByRole('dialog', { name: 'Connect your GPUs in 3 steps' })
    expect(items(dialog)).toEqual([
      'Check the driver on the host, outside of the containernvidia-smicopy',
      'Install the NVIDIA Container Toolkit',
      'Start the container with the GPUsdocker run --gpus all gpulsecopy',
      'Kernel module nvidia580.95.05',
      'Containerstarted without GPUs (--gpus all)',
    ])
  })

  it('are on the page without GPUs at once, with the findings of the driver', async () => {
    const page = await open('/', none, answering('status', { ...DRIVER, setup: NOT_PASSED_IN }))

    const main = page.get.getByRole('main')
    expect(within(main).getByRole('heading', { name: 'Connect your GPUs in 3 steps' })).toBeInTheDocument()
    expect(items(main)).toHaveLength(6)
    expect(items(main)).toContain('Start the container with the GPUsdocker run --gpus all gpulsecopy')
    expect(items(main)).toContain('NVIDIA driver answersnot queried')
    expect(items(main)).not.toContain('Kernel module nvidianot loaded')
  })

  it('are those of the driver where all its files were found', async () => {
    const ready = { ...NOT_PASSED_IN, situation: 'READY' }
    const page = await open('/', none, answering('status', { ...DRIVER, setup: ready }))

    expect(items(page.get.getByRole('main'))).toContain('Load itsudo modprobe nvidiacopy')
    expect(page.get.queryByText('docker run --gpus all gpulse')).toBeNull()
  })
})

describe('a lost GPU', () => {
  const lost = aSnapshot(1, { gpus: [aGpu(0), aGpu(1, { state: 'LOST', values: {} })] })

  it.each(['/Processes', '/GPU-Resources', '/gpus/0'])('is in the banner of %s', async (path) => {
    const page = await open(path, lost)
    expect(page.get.getByTestId('banner')).toHaveTextContent('GPU 1')
  })

  it.each(['/', '/GPU-Utilization', '/GPU-Memory', '/gpus/1'])(
    'is reported by %s itself, without a banner',
    async (path) => {
      const page = await open(path, lost)
      expect(page.get.queryByTestId('banner')).toBeNull()
      expect(page.get.getByRole('main').textContent).toMatch(/lost|fell off the bus/i)
    },
  )

  it('is one of all GPUs that cannot be read, named in one sentence, the worst first', async () => {
    const ill = (index: number, state: Gpu['state']) => aGpu(index, { state, values: {} })
    const gpus = [ill(0, 'STUCK'), ill(1, 'LOST'), aGpu(2), ill(3, 'LOST'), ill(4, 'RESET_REQUIRED')]
    const page = await open('/Processes', aSnapshot(1, { gpus }))

    const banner = page.get.getByTestId('banner')
    expect(textOf(banner)).toBe('GPUs 1, 3: Lost; GPU 4: Has to be reset; GPU 0: Does not answer.')
    expect(within(banner).getByRole('img')).toHaveAccessibleName('critical')
  })
})

describe('the menu', () => {
  it('has one entry for the live charts, whose tabs are the dashboards', async () => {
    const page = await open('/GPU-Memory', aSnapshot(1))
    const menu = within(page.get.getByRole('navigation', { name: 'Dashboards' }))
    const tabs = () => within(page.get.getByRole('navigation', { name: 'Live charts' }))

    expect(menu.getAllByRole('link').slice(0, 8).map(textOf)).toEqual([
      ...['Overview0', 'JobsJ', 'Free GPUsF', 'FleetL', 'InsightsI'],
      ...['Live charts3', 'What happenedE', 'History9'],
    ])
    expect(menu.getByRole('link', { name: /Live charts/ })).toHaveAttribute('aria-current', 'page')
    expect(tabs().getByRole('link', { name: /^Memory/ })).toHaveAttribute('aria-current', 'page')
    expect(page.get.getByRole('heading', { level: 1, name: 'GPU memory' })).toBeInTheDocument()
    await page.press('6')
    expect(page.address).toBe('/NVLink-Timeline')
    expect(tabs().getByRole('link', { name: /^NVLink/ })).toHaveAttribute('aria-current', 'page')
    expect(tabs().getByRole('link', { name: 'Bars' })).toHaveAttribute('href', '/NVLink-Throughput?view=bars')
  })

  it.each([
    ['This machine has no NVLink.', { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' } as const],
    [null, {}],
  ])('explains a tab without hardware: %s', async (why, absent) => {
    const page = await open('/GPU-Memory', aSnapshot(1, { gpus: [aGpu(0, { values: {}, absent })] }))
    const tabs = within(page.get.getByRole('navigation', { name: 'Live charts' }))

    expect(tabs.getByRole('link', { name: /^NVLink/ }).getAttribute('title')).toBe(why)
  })
})

describe('the header', () => {
  it('names the user of the session', async () => {
    const page = await open('/', aSnapshot(1), answering('session', { user: 'mchen' }))
    await page.pass(100)

    const header = within(page.get.getByRole('banner'))
    expect(header.getByText('mchen')).toBeInTheDocument()
    expect(header.getByRole('button', { name: 'Sign out' })).toBeInTheDocument()
  })
})
