import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { FleetEngine, FleetMachine } from '@/api/types'
import { textOf, type Dashboard } from '@/testing/dashboard'
import { anEngine, engineMachine } from '@/testing/engine-fleet'
import { aFleet, ago, aMachine, aMachineGpu, heldBy, silentMachine, thisMachine } from '@/testing/fleet'
import { board, names, ONE, openFleet, panel, row, rows } from '@/testing/fleet-page'

/** Opens the page on machines of an engine. */
function openEngine(machines: FleetMachine[], changes: Partial<FleetEngine> = {}, path?: string): Promise<Dashboard> {
  return openFleet(aFleet(machines, { engine: anEngine(changes) }), path)
}

const notice = (page: Dashboard) => within(page.get.getByRole('main')).queryAllByRole('status').map(textOf).join(' ')
const DCGM = engineMachine('dcgm-1', [aMachineGpu(0), aMachineGpu(1, 'FREE')], {}, 'dcgm-exporter')
const ZH = { zh: { problem: '引擎称其回答不完整：store 2' } }

describe('what the page lacks of an engine', () => {
  it('is nothing while the engine answers', async () => {
    expect(notice(await openEngine([ONE, engineMachine('a', [aMachineGpu(0)])]))).toBe('')
  })

  it('is an answer: since when and why, with the last values of its machines', async () => {
    const gone = engineMachine('a', [aMachineGpu(0, 'UNKNOWN')], {
      ...{ answer: 'SILENT', since: ago(3600), problem: 'The engine does not answer.' },
    })
    const silent = { answer: 'SILENT', since: ago(3600), problem: 'It did not answer within 10 s.' } as const
    const page = await openEngine([ONE, gone], silent)

    expect(notice(page)).toMatch(
      /^The engine has not answered since \d\d:\d\d\. It did not answer within 10 s\. Its last values are shown\.$/,
    )
    page.close()
    const first = await openEngine([ONE], silent)
    expect(notice(first)).toMatch(/^The engine has not answered since \d\d:\d\d\. It did not answer within 10 s\.$/)
  })

  it('is a part of an answer, in the language of the page', async () => {
    const partial = { problem: 'The engine calls its answer partial: store 2', translations: ZH }
    const machines = [ONE, engineMachine('a', [aMachineGpu(0)])]
    const page = await openEngine(machines, partial)
    expect(notice(page)).toBe('The engine calls its answer partial: store 2')
    page.close()

    expect(notice(await openEngine(machines, partial, '/Fleet?lang=zh'))).toBe('引擎称其回答不完整：store 2')
  })

  it('are series of machines that it had', async () => {
    const gone = engineMachine('a', [aMachineGpu(0, 'UNKNOWN')], {
      ...{ answer: 'SILENT', since: ago(3600), problem: 'The engine has no series of it since then.' },
      translations: { zh: { problem: '此后引擎没有它的时间序列。' } },
    })
    const page = await openEngine([ONE, gone, silentMachine('b', null)])

    expect(notice(page)).toContain('The engine has no series of 1 machine now; its last values are shown.')
    expect(notice(page)).toContain('The listed machine does not answer.')
    expect(textOf(row(page, 'a'))).toMatch(/silent since \d\d:\d\d34 s$/)
    await page.click(row(page, 'a'))
    expect(textOf(panel(page, 'a'))).toContain('The engine has no series of it since then.')
  })

  it('is its first answer', async () => {
    expect(notice(await openEngine([ONE], { answer: 'WAITING', answeredAt: null, tookMillis: null }))).toBe(
      'The engine has not answered yet.',
    )
  })

  it('are machines: it names what has to be scraped', async () => {
    const viewer = thisMachine([], { reason: 'No GPUs are read here.' })
    const page = await openEngine([viewer])

    const empty = page.get.getByRole('region', { name: 'The engine has no other machine with GPUs' })
    expect(textOf(empty)).toContain('/metrics of each gpulse, or dcgm-exporter')
    expect(textOf(empty)).toContain('job_name: gpulse')
    expect(page.get.queryByRole('region', { name: 'Only this machine is listed' })).toBeNull()
  })
})

describe('a machine of an engine', () => {
  it('names its source and the age of its values, which are not old after a minute', async () => {
    const page = await openEngine([
      engineMachine('a', [aMachineGpu(0, 'WORKING', heldBy('yliu'))], { ageMillis: 95_000 }),
    ])

    expect(names(page)).toEqual(['a'])
    expect(textOf(row(page, 'a'))).toMatch(/yliu95 s$/)
    expect(row(page, 'a')).not.toHaveClass('old')
    await page.click(row(page, 'a'))
    expect(textOf(panel(page, 'a'))).toContain('From the engine, by gpulse')
    expect(textOf(panel(page, 'a'))).toContain('Values 95 s old')
    const [gpu] = within(panel(page, 'a')).getAllByRole('listitem')
    expect(textOf(gpu)).toMatch(/^GPU 0Working71 %.*yliu · train\.py$/)
    expect(within(panel(page, 'a')).getAllByRole('link')).toHaveLength(2)
  })

  it('of another exporter has neither users nor a page', async () => {
    const page = await openEngine([engineMachine('a', [aMachineGpu(0, 'WORKING', heldBy('yliu'))]), DCGM])
    expect(textOf(row(page, 'dcgm-1'))).toContain('not known')
    await page.click(row(page, 'dcgm-1'))

    expect(textOf(panel(page, 'dcgm-1'))).toContain('From the engine, by dcgm-exporter')
    expect(textOf(panel(page, 'dcgm-1'))).toContain('This source reports no users.')
    expect(within(panel(page, 'dcgm-1')).queryAllByRole('link')).toEqual([])

    await page.press('w')
    const who = panel(page, 'Who holds what')
    expect(textOf(who)).toContain('1 machine reports no users.')
    expect(textOf(who)).not.toContain('not known')
    expect(within(who).getAllByRole('row').map(textOf)).toEqual(['UserGPUsIdle', 'yliu10'])
    await page.press('w')

    await page.press('/')
    await page.type(document.activeElement as Element, 'mchen')
    expect(page.get.getByText(/No machine fits\. 1 machine reports no users\./)).toBeInTheDocument()
  })

  it('without users is not one whose users the reader may not see', async () => {
    const hidden = engineMachine('a', [aMachineGpu(0, 'WORKING', { holders: null })], { usersKnown: false })
    const page = await openFleet(aFleet([hidden], { engine: anEngine(), users: false }))

    expect(textOf(row(page, 'a'))).not.toContain('users not shown')
    within(board(page)).getByRole('gridcell', { name: 'GPU 0, Working 71\u202f%' }).focus()
    await page.settle()
    expect(textOf(page.get.getByRole('contentinfo'))).not.toContain('users not shown')
  })

  it('may have no GPUs, a strange name, or the name of another', async () => {
    const long = `"${'n'.repeat(298)}\n`
    const page = await openEngine([
      engineMachine('none', []),
      engineMachine('same (10.0.0.1:8080)', [aMachineGpu(0)], { id: 'gpulse/10.0.0.1:8080' }),
      engineMachine('same (10.0.0.2:8080)', [aMachineGpu(0, 'FREE')], { id: 'gpulse/10.0.0.2:8080' }),
      engineMachine(long, [aMachineGpu(0, 'FREE')], { id: `dcgm-exporter/${long}` }, 'dcgm-exporter'),
      engineMachine("it's", [aMachineGpu(0, 'FREE')], { id: `dcgm-exporter/it's "2"` }, 'dcgm-exporter'),
    ])

    expect(textOf(row(page, 'none'))).toContain('no GPUs')
    expect(rows(page).slice(-2)).toEqual(['Without GPUs1 machine', textOf(row(page, 'none'))])
    await page.click(row(page, 'same (10.0.0.2:8080)'))
    expect(page.address).toBe('/Fleet?show=machine:gpulse/10.0.0.2:8080')
    expect(textOf(panel(page, 'same (10.0.0.2:8080)'))).toContain('Free')
    await page.click(row(page, `"${'n'.repeat(298)}␊`))
    expect(within(panel(page, `"${'n'.repeat(298)}␊`)).getAllByRole('listitem')).toHaveLength(1)
    await page.click(row(page, "it's"))
    expect(panel(page, "it's")).toBeInTheDocument()

    await page.press('f')
    expect(textOf(panel(page, 'Free GPUs'))).toContain('3 machines have room')
  })
})

describe('the last 24 h', () => {
  const classes = (page: Dashboard) =>
    within(page.get.getByRole('region', { name: 'GPUs by class' }))
      .getAllByRole('button')
      .map(textOf)

  it('are a part and a number of hours of each class that has them', async () => {
    const daySeconds = { WORKING: 86_400 * 6, HELD_IDLE: 86_400 * 2, FREE: 3600 }
    const page = await openEngine([engineMachine('a', [aMachineGpu(0)])], { daySeconds })

    expect(classes(page).map((text) => /(\d+ % of 24 h.*)$/.exec(text)?.[1] ?? '')).toEqual([
      ...['', '', '25 % of 24 h · 48.0 GPU-h', ''],
      ...['1 % of 24 h · 1.0 GPU-h', '75 % of 24 h · 144 GPU-h'],
    ])
  })

  it('are omitted when unknown', async () => {
    const page = await openEngine([engineMachine('a', [aMachineGpu(0)])])
    expect(classes(page).join()).not.toContain('24 h')
    page.close()

    const old = await openEngine([ONE], { answer: 'SILENT', daySeconds: { WORKING: 86_400 } })
    expect(classes(old).join()).not.toContain('24 h')
  })
})

describe('a panel', () => {
  const cell = (page: Dashboard, name: string) =>
    within(row(page, name)).getAllByRole('gridcell', { name: /^GPU/ })[0] as HTMLElement

  it('gives the focus back to the machine whose panel was the last', async () => {
    const page = await openFleet(aFleet([ONE, aMachine('a', [aMachineGpu(0)]), aMachine('b', [aMachineGpu(0)])]))
    cell(page, 'a').focus()
    await page.press('Enter')
    expect(within(panel(page, 'a')).getByRole('heading')).toHaveFocus()
    cell(page, 'b').focus()
    await page.press('Enter')
    expect(within(panel(page, 'b')).getByRole('heading')).toHaveFocus()

    await page.press('Escape')
    expect(cell(page, 'b')).toHaveFocus()
  })

  it('is a dialog on a phone', async () => {
    const page = await openFleet(aFleet([ONE, aMachine('a', [aMachineGpu(0)])]), '/Fleet', { width: 390 })
    cell(page, 'a').focus()
    await page.press('Enter')
    const sheet = page.get.getByRole<HTMLDialogElement>('dialog', { name: 'a' })
    expect(sheet.open).toBe(true)

    await page.click(within(sheet).getByRole('button', { name: 'Close' }))
    expect(sheet.isConnected).toBe(false)
    expect(cell(page, 'a')).toHaveFocus()
  })

  it('has times by the clock of the machine', async () => {
    const held = aMachineGpu(0, 'HELD_IDLE', { since: '2026-09-14T10:00:00.000Z' })
    const ahead = aMachine('ahead', [held], {}, { takenAt: '2026-09-14T12:00:00.000Z' })
    const page = await openFleet(aFleet([ONE, ahead]), '/Fleet?show=free')

    expect(textOf(panel(page, 'Free GPUs'))).toContain('mchen · 2 h · 60 GiB')
  })
})
