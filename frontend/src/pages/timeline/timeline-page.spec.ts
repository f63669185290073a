import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { ok, refused, type ApiHandler } from '@/testing/api'
import { Dashboard, type DashboardOptions } from '@/testing/dashboard'
import { HOUR, inAddress } from '@/testing/history-page'
import { BUSY } from '@/testing/machine'
import { NOW, PastServer, usage } from '@/testing/past'
import { story } from '@/testing/past-story'
import { firstOf } from '@/testing/tables'

async function open(path = '/Timeline', options: DashboardOptions = {}) {
  const server = new PastServer(8)
  const requested: string[] = []
  const count: ApiHandler = ({ path: asked, query }) => {
    if (asked === 'story') requested.push(query.toString())
    return null
  }
  const api = [count, ...(options.api ?? []), server.handle]
  const page = await Dashboard.open(path, { changes: BUSY, ...options, api })
  return { page, server, requested }
}
const lanes = (page: Dashboard) => within(page.get.getByRole('region', { name: 'GPUs over time' }))
const sentences = (page: Dashboard) =>
  within(page.get.getByRole('region', { name: /In \d+ sentences?/ })).getAllByRole('listitem')
const job = (page: Dashboard, name: RegExp) => firstOf(lanes(page).getAllByRole('button', { name }))

describe('what happened', () => {
  it('is a lane for each GPU with its jobs, and sentences in the order of time', async () => {
    const { page, requested } = await open()

    expect(
      lanes(page)
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-label')),
    ).toContain('GPU 7')
    expect(lanes(page).getAllByRole('img')).toHaveLength(8)
    expect(sentences(page).map((each) => each.textContent)).toEqual([
      expect.stringMatching(/Machine: gpulse was stopped for 48 min/),
      expect.stringMatching(/GPUs 0–1: train\.py of mchen ended/),
      expect.stringMatching(/GPU 3 was lost/),
    ])
    expect(page.get.getByText(/2 more are not listed/)).toBeInTheDocument()
    expect(requested).toEqual(['range=24h&lang=en'])
  })

  it('lights the lanes of a sentence until it is chosen again', async () => {
    const { page } = await open()
    const dimmed = () => page.get.getAllByTestId('lane').filter((lane) => lane.classList.contains('dim')).length
    const free = () => within(firstOf(sentences(page).slice(1))).getByRole('button')

    await page.click(free())
    expect(free()).toHaveAttribute('aria-pressed', 'true')
    expect(dimmed()).toBe(6)
    expect(inAddress(page, 'at')).toBe(new Date(NOW - 6.5 * HOUR).toISOString())

    await page.click(free())
    expect(dimmed()).toBe(0)
    expect(inAddress(page, 'at')).toBeNull()
  })

  it('reads the first lane of a sentence at its time', async () => {
    const { page } = await open()
    await page.click(within(firstOf(sentences(page).slice(1))).getByRole('button'))

    expect(page.get.getByTestId('lane-readout')).toHaveTextContent(/GPU 0 · .*%.*GiB.*W/)
  })

  it('keeps the light of a sentence whose duration grows', async () => {
    let minutes = 5
    const growing: ApiHandler = ({ path, query }) => {
      if (path !== 'story') return null
      const text = `GPU 3 has been idle for ${String(minutes++)} min.`
      return ok({
        ...story(query),
        sentences: story(query)
          .sentences.slice(2)
          .map((each) => ({ ...each, text })),
      })
    }
    const { page } = await open('/Timeline', { api: [growing] })
    const only = () => within(firstOf(sentences(page))).getByRole('button')
    await page.click(only())
    await page.advance(31)

    expect(only()).toHaveTextContent('6 min')
    expect(only()).toHaveAttribute('aria-pressed', 'true')
  })

  it('lists the events of the period that it shows', async () => {
    const [from, to] = [9, 5].map((hours) => new Date(NOW - hours * HOUR).toISOString())
    const { page } = await open(`/Timeline?from=${from ?? ''}&to=${to ?? ''}&list=1`)

    const asked = page.requests.filter(({ path, query }) => path === 'events' && query.has('limit'))
    expect(asked.map(({ query }) => [query.get('from'), query.get('to')])).toContainEqual([from, to])
  })

  it('opens a night by one click, and the same time as numbers', async () => {
    const { page, requested } = await open()

    await page.click(page.get.getByRole('button', { name: 'Last night' }))
    await page.settle()

    const [from, to] = [inAddress(page, 'from') ?? '', inAddress(page, 'to') ?? '']
    expect(new Date(from).getHours()).toBe(20)
    expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(12 * HOUR)
    expect(Object.fromEntries(new URLSearchParams(requested.at(-1)))).toEqual({ from, to, lang: 'en' })
    expect(page.get.getByRole('link', { name: 'Numbers' }).getAttribute('href')).toContain(from)
  })

  it('is copied as text by a key, which the help lists', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { page } = await open()

    await page.press('c')
    expect(written).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/What happened.*\n.*gpulse was stopped/))
    expect(page.get.getByRole('button', { name: 'copied' })).toHaveAttribute('aria-keyshortcuts', 'c')
    await page.press('?')
    expect(page.get.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Copy as textC')
  })

  it('requests its sentences in the language of the page', async () => {
    const { page, requested } = await open('/Timeline?lang=zh')

    expect(page.get.getByRole('heading', { name: '发生了什么' })).toBeInTheDocument()
    expect(requested).toEqual(['range=24h&lang=zh'])
  })

  it('states that nothing went wrong', async () => {
    const quiet = 'A quiet time: 3 jobs ran, nothing went wrong.'
    const { page } = await open('/Timeline', {
      api: [({ path, query }) => (path === 'story' ? ok({ ...story(query), sentences: [], omitted: 0, quiet }) : null)],
    })

    expect(page.get.getByText(quiet)).toBeInTheDocument()
  })

  it('has the events also when there is no history', async () => {
    const off: ApiHandler = ({ path }) => (/^(story|history)/.test(path) ? refused(503, 'It is off.') : null)
    const { page } = await open('/Timeline', { api: [off] })

    expect(page.get.getByText(/It is off\./)).toBeInTheDocument()
    await page.advance(10)
    // Those of the stream, and not one for each snapshot.
    expect(page.requests.filter(({ path, query }) => path === 'events' && query.has('to'))).toEqual([])
    await page.click(page.get.getByRole('button', { name: 'All events' }))
    expect(page.get.getByPlaceholderText(/Filter/)).toBeInTheDocument()
    expect(inAddress(page, 'list')).toBe('1')
  })
})

describe('the address of the earlier list of events', () => {
  it('leads here with its query', async () => {
    const { page } = await open('/Events?gpus=3&kinds=errors')

    expect(page.address).toMatch(/^\/Timeline\?/)
    expect([inAddress(page, 'gpus'), inAddress(page, 'kinds'), inAddress(page, 'list')]).toEqual(['3', 'errors', '1'])
    expect(page.get.getByRole('button', { name: 'Back to the sentences' })).toBeInTheDocument()
  })
})

describe('the process at a place of a lane', () => {
  const details = (page: Dashboard) => page.get.getAllByRole('complementary', { name: 'Process' })

  it('is described', async () => {
    const { page } = await open()
    job(page, /vllm worker/).focus()
    await page.settle()

    expect(details(page)).toHaveLength(1)
    expect(firstOf(details(page))).toHaveTextContent(/vllm worker.*Endedstill running/)
    const [link] = within(firstOf(details(page))).getAllByRole('link')
    expect(link).toHaveAttribute('href', `/Jobs/41005-${Math.floor((NOW - 30 * HOUR) / 1000)}`)
  })

  it('was last seen before its GPU was lost', async () => {
    const { page } = await open()
    const gpu3 = within(
      firstOf(
        lanes(page)
          .getAllByRole('img', { name: /^GPU 3 over time/ })
          .map((each) => each.parentElement ?? each),
      ),
    )
    firstOf(gpu3.getAllByRole('button').slice(-1)).focus()
    await page.settle()

    expect(firstOf(details(page))).toHaveTextContent(/GPU3.*Endedunknown, last seen .*Lasted2 h/)
  })

  it('has no label of its end while the states are unknown', async () => {
    const { page } = await open('/Timeline', {
      api: [({ path }) => (path === 'history/states' ? refused(503, 'The history is off.') : null)],
    })

    expect(page.get.queryByRole('region', { name: 'GPUs over time' })).toBeNull()
  })

  it('that was seen in one round has not lasted less than no time', async () => {
    const { page } = await open('/Timeline', {
      api: [
        ({ path, query }) => {
          const { intervals, ...sums } = usage(query)
          const started = (end: string | null) => new Date(Date.parse(end ?? '') + 90_000).toISOString()
          const short = intervals
            .filter(({ endedAt }) => endedAt !== null)
            .map((each) => ({ ...each, startedAt: started(each.endedAt) }))
          return path === 'history/usage' ? ok({ ...sums, intervals: short }) : null
        },
      ],
    })
    job(page, /^train\.py/).focus()
    await page.settle()

    expect(firstOf(details(page))).toHaveTextContent(/Lasted0/)
  })
})

describe('marks', () => {
  const panelOf = (page: Dashboard) => within(page.get.getByRole('region', { name: 'Marks' }))

  async function mark(page: Dashboard, text: string): Promise<void> {
    await page.type(panelOf(page).getByRole('textbox'), text)
    await page.click(panelOf(page).getByRole('button', { name: 'Mark' }))
  }

  it('are listed, added and removed', async () => {
    const { page, server } = await open()
    const panel = panelOf(page)
    expect(panel.getAllByRole('listitem')).toHaveLength(2)

    await mark(page, 'epoch 2')
    expect(panel.getAllByRole('listitem')[0]).toHaveTextContent('epoch 2')
    await page.click(panel.getByRole('button', { name: 'Remove the mark “run starts”' }))
    expect(panel.getAllByRole('listitem')).toHaveLength(2)
    expect(server.marks.map(({ text }) => text)).toEqual(['epoch 1', 'epoch 2'])
  })

  it('of users without permission are refused', async () => {
    const refusal: ApiHandler = ({ path, method }) =>
      path === 'marks' && method === 'POST' ? refused(403, 'No.') : null
    const { page, server } = await open('/Timeline', { api: [refusal] })
    await mark(page, 'epoch 3')

    expect(panelOf(page).getByRole('alert')).toHaveTextContent(
      'You may not change marks: sign in as a user with permission.',
    )
    expect(server.marks).toHaveLength(2)
  })
})
