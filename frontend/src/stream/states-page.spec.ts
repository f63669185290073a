import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Gpu, GpuProcess, Snapshot } from '@/api/types'
import type { Dashboard } from '@/testing/dashboard'
import { laneRows, LiveServer, openLive, utilizations } from '@/testing/live-page'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { bodyRows } from '@/testing/tables'
import { currentValues } from '@/testing/values'

const CONTROLS = 'a\u001b[31m\nb\u202egnp.exe'

const chip = (page: Dashboard) => page.get.getByTestId('connection')
const banner = (page: Dashboard) => page.get.getByTestId('banner')

function withUtilization(index: number, percent: number, changes: Partial<Gpu> = {}): Gpu {
  return aGpu(index, { uuid: `GPU-${percent}`, values: { 'utilization.gpu': percent, 'power.draw': 300 }, ...changes })
}

async function opened(path: string, first: Snapshot): Promise<{ page: Dashboard; server: LiveServer }> {
  const server = new LiveServer()
  const page = await openLive(path, server)
  server.send(first)
  await page.settle()
  return { page, server }
}

describe('snapshots that cannot be read', () => {
  it('are reported until one of them can', async () => {
    const server = new LiveServer()
    const page = await openLive('/GPU-Utilization', server)
    server.stream.open()
    for (const nonsense of ['no JSON', '<html>', '[]', '{"gpus":[]}', 'null', '{"error":"x"}'])
      server.stream.say(nonsense)
    await page.settle()
    expect(banner(page)).toHaveTextContent('The data from gpulse could not be read.')

    const gpus = [{ index: 0 }, { name: 'placeless' }, withUtilization(1, 41), 7]
    server.stream.say(JSON.stringify({ ...aSnapshot(1), gpus }), '1')
    await page.settle()
    expect(laneRows(page)[1]).toHaveTextContent('Cannot be read')
    expect(utilizations(page).at(-1)).toBe('41\u202f%')
    expect(chip(page)).toHaveTextContent('Live')
    expect(page.get.queryByTestId('banner')).toBeNull()
  })
})

describe('the clock of the server', () => {
  it.each([-1, 1])('may jump by %i h', async (hours) => {
    const { page, server } = await opened('/GPU-Utilization', aSnapshot(1, { gpus: [withUtilization(0, 40)] }))
    expect(utilizations(page)).toEqual(['40\u202f%'])

    await page.pass(1000)
    const takenAt = new Date(START + 2000 + hours * 3_600_000).toISOString()
    server.send(aSnapshot(2, { takenAt, gpus: [aGpu(0, { uuid: 'GPU-40', values: { 'utilization.gpu': 77 } })] }))
    await page.settle()

    expect(utilizations(page)).toEqual(['77\u202f%'])
    expect(chip(page)).toHaveTextContent('Live')
  })
})

describe('the GPUs of a machine', () => {
  it('come, go and change their places', async () => {
    const { page, server } = await opened('/GPU-Utilization', aSnapshot(1, { gpus: [] }))
    expect(page.get.getByRole('heading', { name: /No GPU found/ })).toBeInTheDocument()
    expect(chip(page)).toHaveTextContent('No GPU')

    const play = async (second: number, gpus: Gpu[]) => {
      server.send(aSnapshot(second, { gpus }))
      await page.settle()
    }
    await play(2, [withUtilization(0, 40), withUtilization(1, 41)])
    expect(laneRows(page)).toHaveLength(3)
    expect(utilizations(page).slice(1)).toEqual(['40\u202f%', '41\u202f%'])
    await play(3, [withUtilization(1, 40), withUtilization(0, 41)])
    expect(utilizations(page)).toHaveLength(3)
    expect(utilizations(page).slice(1).sort()).toEqual(['40\u202f%', '41\u202f%'])
    expect(
      laneRows(page)
        .slice(1)
        .find((row) => row.textContent.includes('41\u202f%')),
    ).toHaveTextContent(/^GPU ?0/)
    await play(4, [withUtilization(0, 41)])
    expect(laneRows(page)).toHaveLength(1)
    expect(utilizations(page)).toEqual(['41\u202f%'])
  })

  it('are listed at an address that names none of them', async () => {
    const { page } = await opened('/gpus/99', aSnapshot(1))

    expect(page.get.getByRole('main')).toHaveTextContent('99')
    expect(page.get.getByRole('link', { name: 'GPU 1' })).toHaveAttribute('href', '/gpus/1')
  })

  it('show no number without a report, whatever the reason', async () => {
    const reasons = ['NOT_SUPPORTED', 'NO_PERMISSION', 'TIMED_OUT', 'IMPLAUSIBLE', 'NO_DATA', 'UNHEARD_OF'] as const
    const keys = [
      'utilization.gpu',
      'memory.used',
      'temperature.gpu',
      'power.draw',
      'clocks.current.sm',
      'processes.running',
    ]
    const absent = Object.fromEntries(keys.map((key, i) => [key, reasons[i]])) as Gpu['absent']
    const { page } = await opened(
      '/',
      aSnapshot(1, { gpus: [withUtilization(0, 40), aGpu(1, { values: {}, absent })] }),
    )
    const [first, row] = bodyRows(page.get.getByRole('table', { name: 'GPUs' }))
    if (first === undefined || row === undefined) throw new Error('The rows are missing')

    expect(currentValues(first)).not.toEqual([])
    expect(row).toHaveTextContent('no access')
    expect(row).toHaveTextContent('error')
    expect(within(row).getByTitle('Implausible value')).toHaveTextContent('error')
    expect(currentValues(row)).toEqual([])
    expect(row).not.toHaveTextContent(/\d\s?(?:%|W|MHz|GiB)/)
  })

  it('that sleep are named so, without values and without an alert', async () => {
    const asleep = aGpu(1, { state: 'SLEEPING', values: {}, idleSince: null })
    const { page } = await opened('/', aSnapshot(1, { gpus: [withUtilization(0, 40), asleep] }))
    const [, row] = bodyRows(page.get.getByRole('table', { name: 'GPUs' }))
    if (row === undefined) throw new Error('The row is missing')

    expect(row).toHaveTextContent(/Sleeps/)
    expect(row).not.toHaveTextContent(/lost|error|stale/)
    expect(page.get.queryByText(/GPU 1 (is|needs|cannot)/)).toBeNull()
    expect(page.get.getByRole('region', { name: 'Summary' })).not.toHaveTextContent(/needs? attention/)
  })

  it('show control characters in names of processes as symbols', async () => {
    const process: GpuProcess = {
      ...{ pid: 7, type: 'COMPUTE', name: CONTROLS, startedAt: null, group: null },
      ...{ values: {}, facts: { user: 'me' }, absent: {} },
    }
    const { page } = await opened('/', aSnapshot(1, { gpus: [aGpu(0, { processes: [process] }), aGpu(1)] }))

    expect(page.get.getByRole('table', { name: 'GPUs' })).toHaveTextContent('a␛[31m␊b\ufffdgnp.exe')
  })
})
