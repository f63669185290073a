import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import words from '@/i18n/en.json'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { INSIGHTS } from '@/testing/incident-scene'
import { IncidentServer } from '@/testing/incident-server'
import { BUSY } from '@/testing/machine'
import { PastServer, uuid } from '@/testing/past'

const GLYPHS = words.health

function opened(path: string, server = new IncidentServer()): Promise<Dashboard> {
  return Dashboard.open(path, { changes: BUSY, api: [new PastServer(8).handle, server.handle] })
}
const attention = (page: Dashboard) => {
  const list = page.get.queryByRole('list', { name: 'Needs attention' })
  return list === null ? [] : within(list).getAllByRole('listitem')
}

describe('insights on other pages', () => {
  it('are on the overview with the most severe first, and without repetition', async () => {
    const complained = complaints()
    const page = await opened('/')
    expect(attention(page).map(textOf)).toEqual([
      'GPU 4: Idle 41 min, 62 GiB held',
      'GPUs 0–3: Waits for data',
      'GPU 7: Throttled by its power limit',
      '+2 more',
    ])

    const cell = within(page.get.getByRole('region', { name: 'Summary' })).getByRole('link', { name: /^Insights/ })
    expect(textOf(cell)).toMatch(/4 ?3 need action/)
    expect(within(cell).getAllByRole('img')).toHaveLength(4)
    const heads = within(page.get.getByRole('table')).getAllByRole('rowheader')
    const glyphs = heads.map((head) => within(head).getByRole('img').getAttribute('aria-label'))
    expect(glyphs).toEqual([...Array<string>(5).fill('warning'), 'healthy', 'note', 'warning'])
    // Tiles are renewed every 2 s.
    await page.advance(2)
    const tiles = within(page.get.getByRole('navigation', { name: 'Other pages' }))
    expect(tiles.getByRole('link', { name: /Insights/ })).toHaveTextContent('3 need action')
    expect(tiles.getByRole('link', { name: /What happened/ })).toHaveTextContent(/\d+ events today/)
    const [first] = attention(page)
    if (first === undefined) throw new Error('No insight')
    await page.click(within(first).getByRole('link'))
    expect(page.address).toBe('/Insights')
    expect(complained()).toEqual([])
  })

  it('are on the page of each GPU that they concern', async () => {
    const page = await opened('/gpus/3')
    expect(textOf(page.get.getByTestId('story'))).toMatch(/^GPUs 0–3 wait for data: utilization swings/)

    await page.router.push('/gpus/5')
    await page.settle()
    expect(page.get.getByRole('heading', { level: 1 })).toHaveTextContent('GPU 5')
    expect(page.get.getByRole('list', { name: 'Current values' })).toHaveTextContent(/\d/)
    expect(textOf(page.get.getByTestId('story'))).toMatch(/^Runs .*Nothing is wrong\./)
  })
})

describe.each([
  ['info', 'note'],
  ['warning', 'warning'],
  ['critical', 'critical'],
])('an insight of severity %s about several GPUs', (severity, name) => {
  const shared = { ...INSIGHTS[1], severity }
  const minor = { ...INSIGHTS[3], id: 'narrow-link/2', severity: 'info', gpus: [{ index: 2, uuid: uuid(2) }] }
  const glyphsIn = (element: HTMLElement) =>
    within(element)
      .queryAllByRole('img')
      .map((image) => image.getAttribute('aria-label'))
      .filter((label) => Object.values(GLYPHS).includes(label ?? ''))

  const rowOf = (page: Dashboard) => [
    page.get.getAllByRole('row').find((row) => row.querySelector('a[href="/gpus/2"]') !== null),
  ]

  it.each<[string, string, (page: Dashboard) => (HTMLElement | undefined)[]]>([
    [
      'the overview',
      '/',
      (page) => [
        within(page.get.getByRole('table')).getByRole('rowheader', { name: /\b2$/ }),
        attention(page).find((each) => textOf(each).startsWith('GPUs 0–3: Wait')),
        within(page.get.getByRole('list', { name: 'GPUs' })).getByRole('link', { name: /\b2\b/ }),
      ],
    ],
    [
      'the page of the GPU',
      '/gpus/2',
      ({ get }) => [get.getByRole('heading', { level: 1 }).parentElement ?? undefined],
    ],
    ['the insights', '/Insights', ({ get }) => [get.getAllByRole('article')[0]]],
    ['utilization', '/GPU-Utilization', rowOf],
    ['memory', '/GPU-Memory', rowOf],
    ['PCIe', '/PCIe-Throughput', rowOf],
  ])('has one glyph on %s', async (_, path, places) => {
    const server = new IncidentServer()
    server.insights = [minor, shared]
    const page = await opened(path, server)
    await page.advance(1)

    for (const place of places(page)) expect(place && glyphsIn(place)).toEqual([name])
  })
})

function withAlike(): IncidentServer {
  const server = new IncidentServer()
  server.insights = [2, 5].map((index) => ({
    ...INSIGHTS[0],
    ...{ id: `gpu-lost/${index}`, rule: 'gpu-lost', gpus: [{ index, uuid: uuid(index) }], translations: {} },
    sentence: `GPU ${index} fell off the bus.`,
  }))
  return server
}

it('insights that are alike are silenced on their GPUs only', async () => {
  const server = withAlike()
  const page = await opened('/Insights', server)
  await page.click(page.get.getByRole('button', { name: 'Silence' }))
  const form = within(page.get.getByRole('form', { name: 'Silence gpu-lost on GPUs 2, 5 for all users' }))
  await page.type(form.getByRole('textbox', { name: 'Reason' }), 'known')
  await page.click(form.getByRole('button', { name: 'Silence' }))

  expect(server.silenced).toEqual([2, 5].map((gpu) => expect.objectContaining({ rule: 'gpu-lost', gpu: uuid(gpu) })))
  expect(page.get.queryByRole('article')).toBeNull()
})

it('insights that are alike are one card with all their GPUs, which is muted as a whole', async () => {
  const server = withAlike()
  const page = await opened('/Insights', server)
  const card = page.get.getByRole('article')

  expect(card).toHaveTextContent(/GPU 2 fell off the bus\..*GPU 5 fell off the bus\./)
  expect(within(card).getByRole('link', { name: 'GPU 5' })).toBeInTheDocument()
  await page.click(within(card).getByRole('button', { name: 'Mute' }))
  expect(page.get.queryByRole('article')).toBeNull()
})
