import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Topology } from '@/api/types'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { aTopology, topologyApi } from '@/testing/topology'

const opened = (topology: Topology, path = '/gpus/4?open=topology', width = 1440) =>
  Dashboard.open(path, { api: [topologyApi(topology)], width })
const LINK = { a: 'GPU0', b: 'GPU1', word: null, nvlinks: null }
const row = (page: Dashboard) => page.get.getByTestId('fold-topology')
const matrix = (page: Dashboard) => within(row(page)).getByRole('region', { name: 'Connections of the devices' })
/** The words of a row of the matrix. */
const words = (page: Dashboard, index: number) =>
  [...(within(matrix(page)).getAllByRole('row')[index + 2]?.children ?? [])].map(textOf).join(' ')

describe('the topology of a GPU', () => {
  it('is a folded row with its place in one line', async () => {
    const page = await opened(aTopology(8, 18), '/gpus/4')

    expect(textOf(row(page))).toBe(
      'TopologyNUMA 1 · CPU 32–63 · mlx5_4 behind the same switch · NVLink to all 7 other GPUs',
    )
  })

  it('shows nodes, switches and adapters, and the words of all connections', async () => {
    const complained = complaints()
    const page = await opened(aTopology(8, 18))
    const pane = within(row(page))

    expect(pane.getAllByRole('heading', { level: 3 }).map(textOf)).toEqual([
      'NUMA 0threads 0–31, 64–95',
      'NUMA 1threads 32–63',
    ])
    const own = pane.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'true')
    expect(own.map(textOf)).toEqual(['GPU 4'])
    expect(row(page)).toHaveTextContent('Outlined: the network adapter nearest to GPU 4')
    expect(words(page, 4)).toBe('GPU 4 NV18 NV18 NV18 NV18 · NV18 NV18 NV18 SYS SYS SYS SYS PIX NODE NODE NODE')
    const meanings = ['NV18 18 NVLinks', 'PIX same PCIe switch', 'NODE same NUMA node', 'SYS across NUMA nodes']
    expect(textOf(row(page))).toMatch(new RegExp(`${meanings.join('')}$`))
    expect(complained()).toEqual([])
  })

  it('is a list of this GPU in a narrow window', async () => {
    const page = await opened(aTopology(8, 18), '/gpus/4?open=topology', 390)

    expect(within(row(page)).queryByRole('table')).toBeNull()
    expect(within(row(page)).getAllByRole('definition').map(textOf)).toEqual([
      'GPU 0–3, 5–7',
      'mlx5_4',
      'mlx5_5, mlx5_6, mlx5_7',
      'mlx5_0, mlx5_1, mlx5_2, mlx5_3',
    ])
  })

  it('has no NVLink on a machine without', async () => {
    const page = await opened(aTopology(8, null))

    expect(row(page)).not.toHaveTextContent('NV')
    expect(words(page, 0)).toMatch(/^GPU 0 · NODE NODE NODE SYS/)
  })

  it('marks an unknown connection with its reason', async () => {
    const topology = aTopology(2, 18)
    const links = topology.links.map((link) => ({ ...link, word: null, nvlinks: null, absent: 'NO_DATA' as const }))
    const page = await opened({ ...topology, links }, '/gpus/1?open=topology')

    expect(within(matrix(page)).getAllByTitle('No sample yet')).toHaveLength(6)
    expect(words(page, 1)).toBe('GPU 1 – · – –')
  })

  it('is one sentence where it is not known, and requested again', async () => {
    const unknown = { available: false, reason: 'It has not been read yet.', gpus: [], nics: [], links: [] }
    const page = await opened(aTopology(8, 18, unknown))
    expect(textOf(row(page))).toBe('Topologynot knownThe topology is not known. It has not been read yet.')

    const requests = () => page.requests.filter(({ path }) => path === 'topology').length
    const before = requests()
    await page.pass(10_000)
    expect(requests()).toBe(before + 1)
  })

  it.each([
    ['this GPU, which was attached later', { gpus: aTopology(4, 18).gpus }],
    ['a link of a GPU that was busy', { links: [{ ...LINK, absent: 'TIMED_OUT' as const }] }],
  ])('is requested again without %s, until it is whole', async (_, changes) => {
    const whole = aTopology(8, 18)
    let answer = { ...whole, ...changes }
    const page = await Dashboard.open('/gpus/4?open=topology', { api: [(request) => topologyApi(answer)(request)] })
    const requests = () => page.requests.filter(({ path }) => path === 'topology').length
    expect(requests()).toBe(1)

    answer = whole
    await page.pass(10_000)
    expect(requests()).toBe(2)
    expect(words(page, 4)).toBe('GPU 4 NV18 NV18 NV18 NV18 · NV18 NV18 NV18 SYS SYS SYS SYS PIX NODE NODE NODE')
    await page.pass(20_000)
    expect(requests()).toBe(2)
  })

  it('is in Chinese as well', async () => {
    const page = await opened(aTopology(8, 18), '/gpus/4?open=topology&lang=zh')

    expect(textOf(row(page))).toMatch(/^拓扑NUMA 1 · CPU 32–63 · mlx5_4 位于同一交换机 · NVLink 连接其余 7 块 GPU/)
    expect(row(page)).toHaveTextContent('NV18 18 条 NVLink')
  })
})
