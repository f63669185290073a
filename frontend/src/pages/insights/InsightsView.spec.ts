import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { INSIGHTS } from '@/testing/incident-scene'
import { IncidentServer } from '@/testing/incident-server'
import { BUSY } from '@/testing/machine'
import { PastServer, uuid } from '@/testing/past'

const cards = (page: Dashboard) => page.get.queryAllByRole('article')
const card = (page: Dashboard, at: number) => {
  const found = cards(page)[at]
  if (found === undefined) throw new Error(`No insight ${String(at)}`)
  return found
}
const sentences = (page: Dashboard) => cards(page).map((each) => textOf(within(each).getByRole('heading')))
const tab = (page: Dashboard, name: RegExp) =>
  within(page.get.getByRole('group', { name: 'Show' })).getByRole('button', { name })
const navigation = (page: Dashboard) => page.get.getByRole('navigation', { name: 'Dashboards' })
const navLink = (page: Dashboard) => textOf(within(navigation(page)).getByRole('link', { name: /^Insights/ }))

async function silenceForm(page: Dashboard, at: number, name: string | RegExp) {
  await page.click(within(card(page, at)).getByRole('button', { name: 'Silence' }))
  return within(page.get.getByRole('form', { name }))
}

async function opened(path = '/Insights', server = new IncidentServer()): Promise<Dashboard> {
  return Dashboard.open(path, { changes: BUSY, api: [new PastServer(8).handle, server.handle] })
}

describe('the insights of a recorded machine', () => {
  it('each have a sentence, a cause, advice and evidence', async () => {
    const complained = complaints()
    const page = await opened()
    expect(sentences(page)).toEqual([
      expect.stringContaining('GPU 4 holds 62 GiB but has been idle'),
      expect.stringContaining('GPUs 0–3 wait for data'),
      expect.stringContaining('GPU 7 is power-capped'),
      expect.stringContaining('GPU 6 runs at ×8'),
    ])

    const idle = card(page, 0)
    expect(idle).toHaveTextContent('No kernel has run for 41 min.')
    expect(idle).toHaveTextContent('End the process')
    expect(textOf(within(idle).getByLabelText('Evidence'))).toMatch(/held ?62 GiB \(limit 1 GiB, over 10 min\)/)
    expect(within(idle).getByText('idle-allocated')).toBeInTheDocument()
    expect(textOf(idle)).toMatch(/since \d\d:\d\d, reported \d\d:\d\d/)
    expect(within(idle).getByRole('img', { name: /GPU 4 · .*60\smin/ })).toBeInTheDocument()
    expect(within(idle).getByRole('link', { name: 'GPU 4' })).toHaveAttribute('href', expect.stringMatching(/gpus\/4$/))
    const lanes = within(card(page, 3)).getByRole('img', { name: 'PCIe lanes in use 8 of 16' })
    expect(within(lanes).getAllByTestId('lane-used')).toHaveLength(8)
    const checks = page.get.getByRole('region', { name: 'Other checks' })
    const hidden = { hidden: true }
    expect(within(checks).getByRole('group')).not.toHaveAttribute('open')
    expect(within(checks).getAllByRole('listitem', hidden)).toHaveLength(4)
    expect(checks).toHaveTextContent('Not checked: needs processes of one group')
    const resolved = within(page.get.getByRole('region', { name: 'Resolved in the last 24 h' })).getAllByRole(
      'definition',
    )
    expect(resolved.map(textOf)).toEqual(['GPU 5: Idle 24 min, 3 GiB held'])
    expect(complained()).toEqual([])
  })

  it('lead to their process, and have a message to its user for the clipboard', async () => {
    const page = await opened()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await page.click(within(card(page, 0)).getByRole('button', { name: 'Copy message to asharma' }))
    expect(within(card(page, 0)).getByRole('button', { name: 'Message copied' })).toBeInTheDocument()
    expect(write).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^Hi asharma, GPU 4 holds 62 GiB.*End the process.*\(gpulse on trn-h100-03\)$/),
    )

    await page.click(within(card(page, 0)).getByRole('link', { name: 'Show the process' }))
    expect(page.address).toContain('/Jobs?by=process&filter=38817')
  })

  it('that are muted stay hidden in this browser until they are unmuted', async () => {
    const page = await opened()
    await page.click(within(card(page, 0)).getByRole('button', { name: 'Mute' }))
    expect(cards(page)).toHaveLength(3)
    expect(navLink(page)).toMatch(/^Insights ?3/)

    const reloaded = await page.reload()
    await reloaded.click(tab(reloaded, /^Muted 1/))
    expect(reloaded.address).toContain('show=muted')
    expect(sentences(reloaded)).toEqual([expect.stringContaining('GPU 4 holds')])
    await reloaded.click(within(card(reloaded, 0)).getByRole('button', { name: 'Unmute' }))
    expect(reloaded.get.getByText('No insight is muted in this browser.')).toBeInTheDocument()
    expect(navLink(reloaded)).toMatch(/^Insights ?4/)
  })

  it('are silenced for all users for some time, with a reason, until the silence ends', async () => {
    const server = new IncidentServer()
    const page = await opened('/Insights', server)
    const form = await silenceForm(page, 0, 'Silence idle-allocated on GPU 4 for all users')
    await page.click(form.getByRole('button', { name: '8 h' }))
    await page.type(form.getByRole('textbox', { name: 'Reason' }), ' inference server ')
    await page.click(form.getByRole('button', { name: 'Silence' }))
    expect(server.silenced).toEqual([{ rule: 'idle-allocated', gpu: uuid(4), until: '8h', reason: 'inference server' }])
    expect(cards(page)).toHaveLength(3)
    expect(navLink(page)).toMatch(/^Insights ?3/)

    await page.click(tab(page, /^Silenced 1/))
    expect(textOf(card(page, 0))).toMatch(/Silenced until .*\d\d:\d\d: inference server/)
    await page.click(within(card(page, 0)).getByRole('button', { name: 'End silence' }))
    expect(server.silenced.at(-1)).toBe('silences/7')
    expect(page.get.getByText('No insight is silenced.')).toBeInTheDocument()
    expect(navLink(page)).toMatch(/^Insights ?4/)
  })

  it('about very many GPUs name them as one range that opens', async () => {
    const server = new IncidentServer()
    const gpus = Array.from({ length: 20 }, (_, index) => ({ index, uuid: `GPU-${index}` }))
    server.insights = [{ ...INSIGHTS[0], id: 'gpu-lost', rule: 'gpu-lost', gpus, sentence: 'GPUs 0-19 are lost.' }]
    const page = await opened('/Insights', server)

    expect(within(card(page, 0)).getByText('GPUs 0–19')).toBeInTheDocument()
    expect(within(card(page, 0)).getByRole('link', { name: 'GPU 19' })).toHaveAttribute('href', '/gpus/19')
  })

  it('about several GPUs are silenced on all GPUs', async () => {
    const server = new IncidentServer()
    const page = await opened('/Insights', server)
    const form = await silenceForm(page, 1, 'Silence input-bound on all GPUs for all users')
    await page.type(form.getByRole('textbox', { name: 'Reason' }), 'known')
    await page.click(form.getByRole('button', { name: 'Silence' }))

    expect(server.silenced).toEqual([{ rule: 'input-bound', until: '1h', reason: 'known' }])
  })

  it.each([
    [401, 'You may not change silences: sign in as a user who may, or mute it in this browser.'],
    [403, 'You may not change silences: sign in as a user who may, or mute it in this browser.'],
    [409, 'The silence could not be changed: As the server tells it.'],
  ])('stay active after status %i for a silence, which is explained', async (status, sentence) => {
    const server = new IncidentServer()
    server.silenceStatus = status
    const page = await opened('/Insights', server)
    const form = await silenceForm(page, 0, /^Silence/)
    await page.type(form.getByRole('textbox', { name: 'Reason' }), 'known')
    await page.click(form.getByRole('button', { name: 'Silence' }))

    expect(page.get.getByRole('alert')).toHaveTextContent(sentence)
    expect(cards(page)).toHaveLength(4)
  })

  it('that the configuration silences have no button that ends it', async () => {
    const server = new IncidentServer()
    server.insights = [
      { ...INSIGHTS[0], state: 'silenced', silence: { id: 'configured-1', until: null, reason: 'on purpose' } },
    ]
    const page = await opened('/Insights?show=silenced', server)

    expect(card(page, 0)).toHaveTextContent('Silenced by the configuration: on purpose')
    expect(within(card(page, 0)).queryByRole('button', { name: 'End silence' })).toBeNull()
  })

  it('that are resolved remain for a day', async () => {
    const page = await opened()
    await page.click(tab(page, /^Resolved \(24 h\) 1/))

    expect(cards(page)).toHaveLength(1)
    // Times of another day have its name.
    expect(textOf(card(page, 0))).toMatch(/\d\d:\d\d to (\w{3} )?\d\d:\d\d/)
    expect(within(card(page, 0)).queryAllByRole('button')).toEqual([])
  })

  it('appear and are announced when they begin, and disappear when they end', async () => {
    const server = new IncidentServer()
    const page = await opened('/Insights', server)
    expect(cards(page)).toHaveLength(4)
    const lost = {
      ...INSIGHTS[0],
      id: 'gpu-lost/GPU-2',
      rule: 'gpu-lost',
      severity: 'critical',
      sentence: 'GPU 2 is lost.',
    }
    server.insights.unshift(lost)
    page.feed.told('insight', lost)
    await page.settle()
    expect(sentences(page)[0]).toBe('GPU 2 is lost.')
    expect(within(navigation(page)).getByText('GPU 2 is lost.')).toHaveAttribute('aria-live', 'polite')
    expect(navLink(page)).toMatch(/^Insights ?5/)

    server.insights.shift()
    page.feed.told('insight', { ...lost, state: 'resolved', until: lost.since })
    await page.settle()
    expect(cards(page)).toHaveLength(4)
  })

  it('are replaced by the number of passed checks where there are none', async () => {
    const server = new IncidentServer()
    server.insights = []
    const page = await opened('/Insights', server)
    expect(page.get.getByRole('heading', { name: 'Nothing to report: 3 checks pass' })).toBeInTheDocument()

    await page.press('0')
    const cells = within(page.get.getByRole('region', { name: 'Summary' }))
      .getAllByTestId('cell')
      .map(textOf)
    expect(cells.find((cell) => cell.startsWith('Insights'))).toContain('3 checks pass')
  })

  it.each([
    [404, 'This gpulse has no insights.'],
    [503, 'Insights are not available now.'],
    [500, 'Insights could not be loaded: As the server tells it.'],
  ])('are replaced by a notice and the alerts of the page after status %i', async (status, sentence) => {
    const server = new IncidentServer()
    server.status = status
    const page = await opened('/Insights', server)
    expect(page.get.getByText(sentence)).toBeInTheDocument()

    await page.press('0')
    const attention = within(page.get.getByRole('list', { name: 'Needs attention' }))
      .getAllByRole('listitem')
      .map(textOf)
    expect(attention).toEqual([
      expect.stringContaining('GPU 7 is near its slowdown'),
      expect.stringMatching(/GPU 4 holds 62.*has been idle/),
    ])
    const cells = within(page.get.getByRole('region', { name: 'Summary' }))
      .getAllByTestId('cell')
      .map(textOf)
    expect(cells.find((cell) => cell.startsWith('Insights'))).toContain('not available')
  })

  it('open with the key I, which the list of keys names', async () => {
    const page = await opened('/')
    await page.press('i')
    expect(page.get.getByRole('heading', { name: 'Insights', level: 1 })).toBeInTheDocument()

    await page.press('?')
    expect(textOf(page.get.getByRole('dialog'))).toMatch(/Insights ?I/)
  })

  it('are in Chinese where the server has a translation', async () => {
    const page = await opened('/Insights?lang=zh')

    expect(sentences(page)[0]).toMatch(/^GPU 4 占用 62 GiB 显存/)
    expect(page.get.getByRole('main')).not.toHaveTextContent(/insight\w*\./)
  })
})
