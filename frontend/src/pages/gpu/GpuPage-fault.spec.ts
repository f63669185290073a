import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import type { Gpu } from '@/api/types'
import { Dashboard, textOf } from '@/testing/dashboard'
import { FAULT_SCENES } from '@/testing/fault-scenes'
import { anEvent, IncidentServer } from '@/testing/incident-server'
import { refused, ok, type ApiHandler } from '@/testing/api'
import { aProcess, at } from '@/testing/machine'
import { history, PastServer } from '@/testing/past'
import { aGpu, lastOf } from '@/testing/snapshots'

function open(name: string, past = new PastServer(8)): Promise<Dashboard> {
  const scene = FAULT_SCENES.find((each) => each.name === name)
  if (scene === undefined) throw new Error(name)
  const server = new IncidentServer()
  server.insights = [...scene.insights]
  server.events = [
    anEvent({ at: at(60), kind: 'gpu_lost', severity: 'critical', title: 'GPU 3 fell off the bus', gpus: [] }),
  ]
  const job = { processes: [{ ...aProcess(41103, 'train.py', 'mchen', 70), group: '41103' }] }
  const lost = (second: number): Partial<Gpu> => (second < 60 ? job : { state: 'LOST', values: {}, processes: [] })
  const changes = { ...scene.changes, 1: () => job, 2: lost }
  return Dashboard.open('/gpus/3', { changes, api: [server.handle, past.handle] })
}
const story = (page: Dashboard) => within(page.get.getByTestId('story'))
const minute = (page: Dashboard) => page.get.queryByTestId('last-minute')

/** A history without samples. */
const empty: ApiHandler = ({ query }) => {
  const { series, ...rest } = history(query, 8)
  const none = (points: readonly unknown[]) => points.map(() => null)
  return ok({
    ...rest,
    series: series.map((each) => ({ ...each, min: none(each.min), avg: none(each.avg), max: none(each.max) })),
  })
}

describe('the card of a fault', () => {
  it('has the sentence, one order, who was on it, and its buttons', async () => {
    const page = await open('lost')

    expect(textOf(page.get.getByTestId('story'))).toMatch(
      /^GPU 3 fell off the bus\. since \d\d:\d\d→ Move the work, then reboot the machine\.If it is lost again,/,
    )
    expect(textOf(page.get.getByTestId('story'))).toMatch(/Was on it, as of \d\d:\d\d:\d\d/)
    expect(story(page).getByRole('button', { name: 'Copy message to mchen' })).toBeInTheDocument()
    expect(story(page).getByRole('button', { name: 'Mute' })).toBeInTheDocument()
  })

  it('copies the ticket that it shows', async () => {
    const page = await open('lost')
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await page.click(story(page).getByRole('button', { name: 'Copy as ticket' }))

    const shown = page.get.getByLabelText('Ticket').textContent
    expect(writeText).toHaveBeenCalledWith(shown)
    expect(shown).toMatch(/^trn-h100-03 {2}GPU 3/)
    expect(shown).toContain('71.3 GiB')
    expect(shown).toContain('same job on GPU 1, 2')
  })

  it('has the last minute of four metrics, and the same of the GPUs of its job', async () => {
    const page = await open('lost')

    expect(textOf(minute(page))).toMatch(/The last 60 s.*Utilization.*Power.*Memory used.*71\.3 GiB.*Temperature/)
    expect(textOf(minute(page))).toMatch(/GPU 3 ?Fell off the bus.*GPU 1 ?same job.*GPU 2 ?same job/)
    expect(within(minute(page) ?? document.body).getAllByRole('img')).toHaveLength(12)
    expect(textOf(page.get.getByRole('list', { name: 'In order' }))).toMatch(
      /^\d\d:\d\d:59.*Last sample.*\d\d:\d\d:00.*GPU 3 fell off the bus$/,
    )
  })

  it('requests the minute from the history where the stream does not have it', async () => {
    const page = await open('restarted')

    const [asked] = page.requests.filter(({ path, query }) => path === 'history' && query.get('points') === '76')
    expect(asked?.query.get('gpus')).toBe('3,1,2')
    expect(Date.parse(asked?.query.get('to') ?? '') - Date.parse(asked?.query.get('from') ?? '')).toBe(76_000)
    expect(page.get.queryByLabelText('Ticket')).toBeInTheDocument()
  })

  it('requests the minute again until its end has passed', async () => {
    const past = new PastServer(8)
    // The charts of the page have no past from before it was opened.
    past.instead = ({ query }) => (query.get('points') === '76' ? null : refused(503, 'Busy.'))
    const lost: Partial<Gpu> = { state: 'LOST', stateSince: at(-5), sampledAt: at(-6), values: {}, processes: [] }
    const options = { changes: { 3: () => ({ ...lost, last: lastOf(aGpu(3), -6) }) }, seconds: 2 }
    const page = await Dashboard.open('/gpus/3', { ...options, api: [new IncidentServer().handle, past.handle] })
    const requested = () => past.queries.filter((query) => query.get('points') === '76').length

    expect(requested()).toBe(1)
    await page.advance(16)
    expect(requested()).toBe(2)
    await page.advance(17)
    const all = requested()
    await page.pass(48_000)
    expect(requested()).toBe(all)
  })

  it.each([
    ['refuses it', () => refused(503, 'It is off.'), 'The history could not be loaded: It is off.'],
    ['has no samples of it', empty, 'Nothing was sampled in this time.'],
  ])('has a sentence in place of the charts where the history %s', async (_, instead, sentence) => {
    const past = new PastServer(8)
    past.instead = instead
    const page = await open('restarted', past)

    expect(textOf(minute(page))).toBe(`The last 60 s${sentence}`)
    expect(within(minute(page) ?? document.body).queryAllByRole('img')).toHaveLength(0)
  })

  it.each(['slow', 'Xid 48'])('is there for a GPU that still answers: %s', async (name) => {
    const page = await open(name)

    expect(minute(page)).toBeInTheDocument()
    expect(page.get.getByTestId('story')).not.toHaveTextContent('Was on it')
    expect(page.get.getByLabelText('Ticket').textContent).toContain('now ')
  })

  it.each(['power cap', 'stale', 'MIG'])('is not there without a fault of the GPU: %s', async (name) => {
    const page = await open(name)

    expect(minute(page)).toBeNull()
    expect(page.get.queryByLabelText('Ticket')).toBeNull()
  })
})
