import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { ok, refused } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { at, BROKEN, BUSY } from '@/testing/machine'
import { anInstance, instanceValues, splitGpu } from '@/testing/mig'

const FREE = { idleSince: at(-600), busySince: null, processes: [] }

const BUSY_LATELY = {
  ...{ requested: 1, windowSeconds: 60, chosen: [] },
  gpus: [
    {
      ...{ index: 0, uuid: null, category: 'NOT_FREE', obstacles: ['UTILIZATION', 'PROCESSES'], since: at(-60) },
      ...{ maxUtilization: 97, windowSeconds: 60, processes: 1, freeMemory: 8e9, totalMemory: 80e9 },
    },
  ],
}
const NONE = { busy: 0, throttled: 0, held_idle: 0, free: 0, stuck: 0, lost: 0, no_samples: 0 }
const STATES = {
  ...{ from: Date.parse(at(-3600)), to: Date.parse(at(150)), stepMillis: 1000 },
  gpus: [
    {
      ...{ gpu: { index: 0, uuid: 'GPU-0' }, seconds: NONE },
      segments: [
        { from: Date.parse(at(-3600)), to: Date.parse(at(-1800)), state: 'stuck' },
        { from: Date.parse(at(-1800)), to: Date.parse(at(150)), state: 'lost' },
      ],
    },
  ],
}

function rows(page: Dashboard, group: string): string[] {
  const found = page.get.queryByRole('rowgroup', { name: group })
  return found === null ? [] : within(found).getAllByRole('row').slice(1).map(textOf)
}

function openedSplit(changes: Partial<Gpu> = {}): Promise<Dashboard> {
  const gpu = { ...BUSY_LATELY.gpus[0], obstacles: ['MIG', 'UTILIZATION_UNKNOWN'], maxUtilization: null }
  return Dashboard.open('/Free', {
    gpus: 1,
    changes: { 0: () => ({ ...splitGpu(), ...changes }) },
    api: [({ path }) => (path === 'gpus/free' ? ok({ ...BUSY_LATELY, gpus: [gpu] }) : null)],
  })
}

describe('the page of free GPUs', () => {
  it('groups the GPUs by why they are free or not', async () => {
    const page = await Dashboard.open('/Free', { changes: { ...BUSY, 2: () => FREE } })

    expect(textOf(page.get.getByRole('region', { name: 'Answer' }))).toContain('1 of 8 GPUs is free: 2.')
    expect(rows(page, 'Free')).toEqual([expect.stringMatching(/^2.*No process uses it\..*since/)])
    expect(rows(page, 'Free, but')).toEqual([expect.stringMatching(/^4.*Idle, but 62.* are held\.python.*asharma/)])
    expect(rows(page, 'Not free')).toHaveLength(6)
  })

  it('offers the commands that take the chosen GPUs', async () => {
    const page = await Dashboard.open('/Free?count=1', { changes: { 2: () => FREE, 5: () => FREE } })
    const region = textOf(page.get.getByRole('region', { name: 'Answer' }))

    expect(region).toContain('export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-de300000')
    expect(region).toMatch(
      /gpus=\$\(curl -fsS 'http.*\/api\/v1\/gpus\/free\?count=1&format=env'\) && env \$\(echo \$gpus\) python train\.py/,
    )
  })

  it('names the next GPU where none is free, and sets nothing', async () => {
    const page = await Dashboard.open('/Free', { changes: BUSY })
    const region = textOf(page.get.getByRole('region', { name: 'Answer' }))

    expect(region).toContain('No GPU is free. GPU 4 is next: idle for 43 min, but asharma holds 62')
    expect(region).not.toContain('CUDA_VISIBLE_DEVICES=')
  })

  it('reports a GPU that cannot be read by its state', async () => {
    const page = await Dashboard.open('/Free', { changes: BROKEN })

    expect(rows(page, 'Not free').find((row) => row.startsWith('3'))).toMatch(/Losttrain\.py.*mchen · was on it/)
    expect(rows(page, 'Not free').find((row) => row.startsWith('5'))).toContain('Its utilization is unknown')
    expect(page.get.queryByTestId('banner')?.textContent ?? '').not.toContain('lost')
  })

  it('names the job for which a scheduler has reserved a GPU without a process', async () => {
    const job = { place: '0', user: 'mchen', workload: { id: '280678' } }
    const gpus = [{ ...BUSY_LATELY.gpus[0], obstacles: ['RESERVED'], reservations: [job], processes: 0 }]
    const page = await Dashboard.open('/Free', {
      ...{ gpus: 1, changes: { 0: () => ({ processes: [] }) } },
      api: [({ path }) => (path === 'gpus/free' ? ok({ ...BUSY_LATELY, gpus }) : null)],
    })
    expect(rows(page, 'Not free')[0]).toMatch(/Reserved for job 280678 of mchen.*mchen/)
  })

  it('has a GPU that several jobs use in a row of its own', async () => {
    const process = (pid: number, group: string) => ({
      ...{ pid, type: 'COMPUTE' as const, name: 'tritonserver', startedAt: at(-60), group },
      ...{ values: {}, facts: { user: 'serving' }, absent: {} },
    })
    const changes = {
      0: () => ({ processes: [process(1, 'a')] }),
      1: () => ({ processes: [process(2, 'a'), process(3, 'b')] }),
    }
    const page = await Dashboard.open('/Free', { gpus: 2, changes })

    expect(rows(page, 'Not free').map((row) => row.slice(0, 1))).toEqual(['0', '1'])
    expect(textOf(page.get.getByRole('table'))).not.toContain('of one job')
  })

  it('does not report pauses of a program as idle', async () => {
    const paused = { idleSince: at(149), busySince: null } as const
    const page = await Dashboard.open('/Free', {
      gpus: 1,
      changes: { 0: () => paused },
      api: [({ path }) => (path === 'gpus/free' ? ok(BUSY_LATELY) : null)],
    })

    expect(rows(page, 'Not free')[0]).toContain('1 process uses it, up to 97 % busy')
  })

  it('says since when the next GPU has been idle without seconds, which would tick', async () => {
    const lately = { 4: () => ({ ...BUSY[4]?.(0), idleSince: at(130), busySince: null }) }
    const page = await Dashboard.open('/Free', { changes: lately })

    expect(textOf(page.get.getByRole('region', { name: 'Answer' }))).toContain(
      'GPU 4 is next: idle for less than 1 min',
    )
  })

  it('leaves out the past where there is no history', async () => {
    const page = await Dashboard.open('/Free', {
      api: [({ path }) => (path === 'history/states' ? refused(503, 'The history is off.') : null)],
    })

    expect(page.get.getAllByRole('columnheader').map(textOf)).toEqual(['GPU', 'Memory', 'Why', 'Who'])
  })

  it('names the colours of all states in view', async () => {
    const page = await Dashboard.open('/Free', { api: [({ path }) => (path === 'history/states' ? ok(STATES) : null)] })

    const legend = textOf(page.get.getByText('stuck').closest('p') ?? document.body)
    expect(legend).toContain('lost')
    expect(page.get.getAllByRole('columnheader')).toHaveLength(6)
  })

  it('says why there is no answer to changed filters', async () => {
    const page = await Dashboard.open('/Free', {
      api: [
        ({ path, query }) => (path === 'gpus/free' && query.get('count') === '2' ? refused(503, 'Not yet.') : null),
      ],
    })
    await page.click(within(page.get.getByRole('group', { name: 'GPUs' })).getByRole('button', { name: '2' }))

    expect(page.get.getByText('Not yet.')).toBeInTheDocument()
    expect(page.get.queryByRole('region', { name: 'Answer' })).toBeNull()
  })

  it('names the only GPU of a machine', async () => {
    const page = await Dashboard.open('/Free', { gpus: 1, changes: { 0: () => FREE } })

    expect(textOf(page.get.getByRole('region', { name: 'Answer' }))).toContain('GPU 0 is free.')
  })

  it('has the GPUs of one job in one row', async () => {
    const job = (index: number) => ({
      processes: [{ pid: index, type: 'COMPUTE' as const, name: 'train.py', startedAt: at(-60), group: '7' }].map(
        (each) => ({ ...each, values: {}, facts: { user: 'mchen' }, absent: {} }),
      ),
    })
    const page = await Dashboard.open('/Free', { gpus: 3, changes: { 0: () => job(0), 1: () => job(1) } })

    expect(rows(page, 'Not free').map((row) => row.slice(0, 4))).toEqual(['0, 1', expect.stringMatching(/^2/)])
    expect(rows(page, 'Not free')[0]).toContain('2 processes of one job')
    const targets = ['GPUs 0, 1', 'GPU 2'].map((name) =>
      within(page.get.getByRole('table')).getByRole('link', { name }).getAttribute('href'),
    )
    expect(targets).toEqual(['/GPU-Resources?gpus=0,1', '/gpus/2'])
  })

  it('names the free instances of a split GPU', async () => {
    const page = await openedSplit()
    const free = within(page.get.getByRole('list', { name: 'Free instances' })).getAllByRole('listitem')

    expect(rows(page, 'Free, but')[0]).toContain('Split into MIG instances: take the free one.')
    expect(rows(page, 'Not free')).toEqual([])
    expect(textOf(page.get.getByRole('table'))).not.toContain('contact its users')
    expect(textOf(page.get.getByRole('region', { name: 'Answer' }))).toContain(
      'No whole GPU is free, but 1 MIG instance is.',
    )
    expect(free.map(textOf)).toEqual([expect.stringMatching(/^0:4 ?1g\.10gb ?CUDA_VISIBLE_DEVICES=MIG-4d21/)])
    expect(page.get.getByRole('button', { name: /^copy: CUDA_VISIBLE_DEVICES=MIG-4d21/ })).toBeInTheDocument()
  })

  it('does not name an instance that the finder would refuse', async () => {
    const held = anInstance(1, '1g.10gb', { values: instanceValues(0, 1, 9.75, 0) })
    const page = await openedSplit({ mig: [held] })
    expect(rows(page, 'Not free')[0]).toContain('Split into MIG instances')
    expect(textOf(page.get.getByRole('region', { name: 'Answer' }))).toContain('No GPU is free.')

    await page.click(page.get.getByRole('button', { name: /^8/ }))
    expect(rows(page, 'Free, but')[0]).toContain('Split into MIG instances: take the free one.')
    await page.click(page.get.getByRole('button', { name: /^24/ }))
    expect(rows(page, 'Free, but')).toEqual([])
  })

  it('counts a process on several GPUs once', async () => {
    const job = () => ({
      processes: [
        {
          ...{ pid: 7, type: 'COMPUTE' as const, name: 'train.py', startedAt: at(-60), group: '7' },
          ...{ values: {}, facts: { user: 'mchen' }, absent: {} },
        },
      ],
    })
    const page = await Dashboard.open('/Free', { gpus: 2, changes: { 0: job, 1: job } })

    expect(rows(page, 'Not free')).toEqual([expect.stringMatching(/^0, 1.*1 process of one job/)])
  })

  it('does not claim that processes are absent where they are unknown', async () => {
    const gpu = { ...BUSY_LATELY.gpus[0], category: 'FREE', obstacles: [], processes: null }
    const page = await Dashboard.open('/Free', {
      gpus: 1,
      changes: { 0: () => FREE },
      api: [({ path }) => (path === 'gpus/free' ? ok({ ...BUSY_LATELY, gpus: [gpu] }) : null)],
    })

    expect(rows(page, 'Free')[0]).toMatch(/none of its memory is in use\..*no user/)
  })

  it('keeps its filters in the address and sends them to the server', async () => {
    const page = await Dashboard.open('/Free')
    await page.click(page.get.getByRole('button', { name: /^24/ }))
    await page.click(within(page.get.getByRole('group', { name: 'GPUs' })).getByRole('button', { name: '2' }))

    expect(page.address).toBe('/Free?min=24&count=2')
    const sent = page.requests.filter(({ path }) => path === 'gpus/free').at(-1)
    expect(sent?.query.toString()).toBe('count=2&min-memory=24GiB')
    expect(textOf(page.get.getByRole('region', { name: 'Answer' }))).toContain('count=2&min-memory=24GiB&format=env')
  })

  it('opens by its key and from the cell of the overview', async () => {
    const page = await Dashboard.open('/', { changes: BUSY })
    await page.press('f')
    expect(page.address).toBe('/Free')

    await page.press('0')
    await page.click(page.get.getAllByTestId('cell')[0] as HTMLElement)
    expect(page.address).toBe('/Free')
  })
})
