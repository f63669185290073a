import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { ago, gpu, MINUTE } from '@/testing/incident-scene'
import { anEvent, IncidentServer } from '@/testing/incident-server'
import { BUSY } from '@/testing/machine'
import { NOW, PastServer } from '@/testing/past'

/** 19 events and two marks. */
const ALL = 21
const rows = (page: Dashboard) => page.get.queryAllByTestId('event')
const texts = (page: Dashboard) => rows(page).map(textOf)
const rowOf = (page: Dashboard, text: string) => {
  const row = rows(page).find((each) => textOf(each).includes(text))
  if (row === undefined) throw new Error(`No event ${text}`)
  return row
}
const kinds = (page: Dashboard, name: string) =>
  within(page.get.getByRole('group', { name: 'Kind' })).getByRole('button', { name })
const fresh = (id: number) => anEvent({ id, at: ago(-id), title: `Fresh ${String(id)}`, gpu: gpu(1) })

async function opened(path = '/Timeline?list=1', server = new IncidentServer()): Promise<Dashboard> {
  return Dashboard.open(path, { changes: BUSY, api: [new PastServer(8).handle, server.handle] })
}

describe('the events of a recorded machine', () => {
  it('are listed by day with the newest first, together with marks', async () => {
    const complained = complaints()
    const server = new IncidentServer()
    // The last minute of yesterday, in the time zone of the test.
    const sinceMidnight = NOW - new Date(NOW).setHours(0, 0, 0, 0)
    server.events.push(
      anEvent({ id: 1, at: ago(sinceMidnight + MINUTE), title: 'gpulse started', reportedAt: ago(MINUTE) }),
    )
    const page = await opened('/Timeline?list=1', server)
    expect(rows(page)).toHaveLength(ALL + 1)

    const days = page.get.getAllByTestId('event-day').map(textOf)
    expect(days).toEqual(['Today, Sunday 1 March', 'Yesterday, Saturday 28 February'])
    expect(texts(page)[0]).toMatch(/^\d\d:\d\d:\d\d ?GPU 7 ?Clocks ?Throttled for 61 s.*60 s ?reported \d\d:\d\d:\d\d$/)
    expect(texts(page)[1]).toMatch(/rule idle-allocated/)
    // On another day than the event.
    const yesterday = texts(page).find((row) => row.startsWith('23:5'))
    expect(yesterday).toMatch(/gpulse started.*reported 1 Mar \d\d:\d\d$/)
    expect(rowOf(page, 'train.py × 4')).toHaveTextContent('GPUs 0–3')
    expect(rowOf(page, 'run starts')).toHaveTextContent('Mark')
    expect(complained()).toEqual([])
  })

  it('in a frame are those of its GPUs, which may be named by UUID', async () => {
    const server = new IncidentServer()
    const api = [new PastServer(8).handle, server.handle]
    const { uuid } = gpu(7)
    const page = await Dashboard.open(`/Timeline?list=1&gpus=${uuid}`, { changes: BUSY, api, chosen: uuid })

    expect(server.queries.find((query) => query.has('gpus'))?.get('gpus')).toBe('7')
    expect(texts(page)).toHaveLength(2)
  })

  it('explain an Xid, with its likely cause and what to do', async () => {
    const page = await opened()
    expect(rowOf(page, 'Xid 79')).toHaveTextContent('PCIe bus, power supply, temperature')
    expect(rowOf(page, 'Xid 79')).toHaveTextContent('×2')

    const title = within(rowOf(page, 'Xid 79')).getByRole('button', { name: /fell off the bus/ })
    await page.click(title)
    expect(title).toHaveAttribute('aria-expanded', 'true')
    const detail = document.getElementById(title.getAttribute('aria-controls') ?? '')
    expect(textOf(detail)).toMatch(/Meaning ?The driver cannot reach.*What to do ?Drain the machine.*PID ?41102/)
    await page.click(title)
    expect(title).toHaveAttribute('aria-expanded', 'false')
    expect(page.get.queryByText(/The driver cannot reach/)).toBeNull()
  })

  it('are narrowed by kind, GPU and words, which the address keeps', async () => {
    const server = new IncidentServer()
    const page = await opened('/Timeline?list=1', server)
    await page.click(kinds(page, 'Errors'))
    expect(rows(page)).toHaveLength(1)
    expect(server.queries.at(-1)?.get('kinds')).toContain('xid,')
    await page.click(kinds(page, 'Marks'))
    expect(rows(page)).toHaveLength(2)
    await page.click(kinds(page, 'All'))

    await page.press('/')
    expect(page.get.getByRole('searchbox')).toHaveFocus()
    await page.type(page.get.getByRole('searchbox'), 'eval ended')
    expect(rows(page)).toHaveLength(12)
    await page.click(within(rowOf(page, 'GPU 2')).getByRole('button', { name: 'GPU 2' }))
    expect(rows(page)).toHaveLength(2)
    await page.click(within(page.get.getByRole('group', { name: 'Range' })).getByRole('button', { name: '7 d' }))
    expect(page.address).toMatch(/q=eval(\+|%20| )ended/)

    server.queries.length = 0
    const other = await page.reload()
    expect(rows(other)).toHaveLength(2)
    const request = server.queries.find((each) => each.has('gpus'))
    expect(Object.fromEntries(request ?? [])).toMatchObject({ range: '7d', gpus: '2' })

    await other.click(other.get.getByRole('button', { name: /Only GPU 2/ }))
    expect(rows(other)).toHaveLength(12)
    await other.type(other.get.getByRole('searchbox'), 'nothing like it')
    expect(rows(other)).toEqual([])
    await other.click(other.get.getByRole('button', { name: 'Show all' }))
    expect(rows(other)).toHaveLength(ALL)
  })

  it('are listed again after a group without events', async () => {
    const page = await opened()
    await page.click(kinds(page, 'Marks'))
    expect(rows(page)).toHaveLength(2)
    await page.click(kinds(page, 'All'))
    expect(rows(page)).toHaveLength(ALL)
  })

  it('are loaded page by page', async () => {
    const server = new IncidentServer()
    const of = (i: number) => anEvent({ id: 1000 - i, at: ago((i + 1) * MINUTE), title: `Event ${String(i)}` })
    server.events = Array.from({ length: 250 }, (_, i) => of(i))
    const page = await opened('/Timeline?list=1&kinds=processes', server)
    expect(rows(page)).toHaveLength(200)

    await page.click(page.get.getByRole('button', { name: 'Show older' }))
    expect(rows(page)).toHaveLength(250)
    expect(page.get.queryByRole('button', { name: 'Show older' })).toBeNull()
    expect(server.queries.at(-1)?.get('before')).toBe('801')
  })

  it('that are new are at the top, and are held back while the page is scrolled down', async () => {
    const page = await opened()
    expect(rows(page)).toHaveLength(ALL)
    page.feed.told('gpu-event', fresh(101))
    await page.settle()
    expect(texts(page)[0]).toContain('Fresh 101')

    window.scrollTo(0, 300)
    window.dispatchEvent(new Event('scroll'))
    const before = texts(page)
    for (const id of [102, 103, 104]) page.feed.told('gpu-event', fresh(id))
    await page.settle()
    expect(page.get.getByRole('button', { name: '3 new' })).toBeInTheDocument()
    expect(texts(page)).toEqual(before)

    await page.click(page.get.getByRole('button', { name: '3 new' }))
    expect(texts(page)[0]).toContain('Fresh 104')
    expect(scrollY).toBe(0)
  })

  it('that change stay in their place', async () => {
    const server = new IncidentServer()
    const page = await opened('/Timeline?list=1', server)
    expect(rows(page)).toHaveLength(ALL)
    const [first] = server.events
    page.feed.told('gpu-event', { ...first, sequence: (first?.sequence ?? 0) + 1e6, title: 'It is over' })
    await page.settle()

    expect(texts(page)[0]).toContain('It is over')
    expect(rows(page)).toHaveLength(ALL)
  })

  it.each([
    [404, 'This gpulse has no events.'],
    [503, 'Events are not available now.'],
    [500, 'Events could not be loaded: As the server tells it.'],
  ])('are replaced by a notice after status %i', async (status, sentence) => {
    const server = new IncidentServer()
    server.status = status
    const page = await opened('/Timeline?list=1', server)

    expect(page.get.getByText(sentence)).toBeInTheDocument()
    expect(rows(page)).toEqual([])
  })

  it('open with the key E', async () => {
    const page = await opened('/')
    expect(within(page.get.getByRole('table')).getAllByRole('row').length).toBeGreaterThan(1)
    await page.press('e')

    expect(page.get.getByRole('heading', { name: 'What happened', level: 1 })).toBeInTheDocument()
  })

  it('are in Chinese where the server has a translation', async () => {
    const page = await opened('/Timeline?list=1&lang=zh')

    expect(texts(page)[0]).toContain('降频 61 秒')
    expect(page.get.getAllByTestId('event-day').map(textOf)[0]).toBe('今天，3月1日星期日')
    expect(page.get.getByRole('main')).not.toHaveTextContent(/event\w*\./)
  })
})
