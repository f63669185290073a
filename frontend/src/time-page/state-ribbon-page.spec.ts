import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { ok, refused, type ApiHandler } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { anEvent } from '@/testing/incident-server'
import { BEGIN, HISTORY } from '@/testing/machine'
import { firstPlot } from '@/testing/timelines'

const NOW = BEGIN + HISTORY * 1000
const XID = anEvent({
  at: new Date(NOW - 30_000).toISOString(),
  ...{ kind: 'xid', xid: 31, title: 'Xid 31', gpu: { index: 1, uuid: 'GPU-1' } },
})
const queries: URLSearchParams[] = []
const marked: unknown[] = []

const states: ApiHandler = ({ path, query, method, body }) => {
  if (path === 'history/states') {
    queries.push(query)
    const segments = [
      { from: NOW - 60_000, to: NOW - 20_000, state: 'busy', cause: null },
      { from: NOW - 20_000, to: NOW, state: 'throttled', cause: 'power' },
    ]
    const gpus = [0, 1].map((index) => ({ gpu: { index, uuid: `GPU-${index}` }, seconds: {}, segments }))
    return ok({ from: NOW - 60_000, to: NOW, stepMillis: 100, gpus })
  }
  if (path === 'events') {
    return ok({ events: [XID], next: null, sequence: XID.sequence })
  }
  if (path === 'marks' && method === 'POST') {
    marked.push(body)
    return ok({ id: 7, at: new Date(NOW - 1000).toISOString(), text: 'epoch 3', gpus: [] })
  }
  return path === 'marks' ? ok({ marks: [] }) : null
}

async function opened(address: string): Promise<Dashboard> {
  const page = await Dashboard.open(address, { gpus: 2, api: [states] })
  await page.catchUp()
  return page
}

it('the states of the shown GPUs are below the charts, with a legend of those in view', async () => {
  const page = await opened('/GPU-Resources?range=1m&gpus=1')
  const ribbon = page.get.getByRole('img', { name: 'State over time' }).closest('section') ?? document.body

  expect(queries.at(-1)?.toString()).toBe('range=60s&gpus=1&points=600')
  expect(textOf(ribbon)).toMatch(/busy.*throttled.*Xid, fault/)
  expect(textOf(ribbon)).not.toMatch(/idle, memory held|no samples/)
})

it('a mark is a link to its event, and names it when it is focused', async () => {
  const page = await opened('/GPU-Resources?range=1m')
  const link = within(page.get.getByRole('navigation', { name: 'Events and marks' })).getByRole('link')

  expect(link).toHaveAccessibleName(/^\d\d:\d\d:\d\d GPU 1: Xid 31$/)
  expect(link.getAttribute('href')).toBe(`/Timeline?at=${new Date(NOW - 30_000).toISOString()}`)
  link.focus()
  await page.settle()
  expect(page.get.getAllByText(/GPU 1: Xid 31/)).not.toHaveLength(0)
})

it('the crosshair of the charts runs through the ribbon', async () => {
  const page = await opened('/GPU-Resources?range=1m')
  const cross = () => page.get.queryByTestId('crosshair')

  expect(cross()).toBeNull()
  page.point(firstPlot(page), 0.5)
  await page.settle()
  expect(Math.abs(parseFloat(cross()?.style.left ?? '') - 50)).toBeLessThan(2)
})

it('the key M marks the moment, and shows the request of a script', async () => {
  const page = await opened('/GPU-Resources?range=1m')
  await page.press('m')
  const dialog = page.get.getByRole('dialog', { name: 'Mark now' })
  await page.type(within(dialog).getByRole('textbox'), "it's epoch 3")

  expect(dialog).toHaveTextContent(`-d '{"text":"it'\\''s epoch 3"}'`)
  expect(dialog).toHaveTextContent(/\/api\/v1\/marks'/)
  await page.click(within(dialog).getByRole('button', { name: 'Mark' }))
  expect(marked).toEqual([{ text: "it's epoch 3" }])
  expect(page.get.getByRole('link', { name: /epoch 3/ })).toBeInTheDocument()
})

it('a state is named under the pointer, and a click opens its time range', async () => {
  const page = await opened('/GPU-Resources?range=1m&gpus=1')
  const band = page.get.getByRole('img', { name: 'State over time' })
  const place = page.point(band, 0.9)
  await page.settle()
  expect(page.get.getByText(/throttled \(power limit\)/)).toBeInTheDocument()

  await page.click(band, place)
  const { searchParams } = new URL(location.href)
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual(
    [NOW - 20_000, NOW].map((time) => new Date(time).toISOString()),
  )
})

it('events of another time are requested by the kinds that have a mark', async () => {
  const requested: URLSearchParams[] = []
  const events: ApiHandler = ({ path, query }) => {
    if (path === 'events') requested.push(query)
    return null
  }
  const page = await Dashboard.open('/GPU-Resources?range=1m', { gpus: 2, api: [events, states] })
  await page.catchUp()
  await page.drag(firstPlot(page), 0.2, 0.8)

  expect(requested.at(-1)?.get('kinds')).toMatch(/^xid,.*gap$/)
  expect(requested.at(-1)?.get('limit')).toBe('1000')
})

it('without a history there are neither states nor a button for marks, and few requests', async () => {
  const requested: string[] = []
  const off: ApiHandler = ({ path }) => {
    requested.push(path)
    return path === 'history/states' || path === 'marks' ? refused(503, 'History is off.') : null
  }
  const page = await Dashboard.open('/GPU-Resources?range=1m', { gpus: 2, api: [off] })
  await page.catchUp()
  await page.pass(60_000)

  expect(requested.filter((path) => path === 'history/states').length).toBeLessThan(10)
  expect(page.get.queryByRole('button', { name: 'Mark now' })).not.toBeInTheDocument()
  expect(page.get.queryByText('Show as table')).not.toBeInTheDocument()
})
