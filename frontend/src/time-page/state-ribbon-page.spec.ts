import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { ok, type ApiHandler } from '@/testing/api'
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
  expect(link.getAttribute('href')).toBe(`/Events?at=${new Date(NOW - 30_000).toISOString()}`)
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
  const dialog = page.get.getByRole('dialog', { name: 'Mark this moment' })
  await page.type(within(dialog).getByRole('textbox'), "it's epoch 3")

  expect(dialog).toHaveTextContent(`-d '{"text":"it'\\''s epoch 3"}'`)
  expect(dialog).toHaveTextContent(/\/api\/v1\/marks'/)
  await page.click(within(dialog).getByRole('button', { name: 'Mark' }))
  expect(marked).toEqual([{ text: "it's epoch 3" }])
  expect(page.get.getByRole('link', { name: /epoch 3/ })).toBeInTheDocument()
})
