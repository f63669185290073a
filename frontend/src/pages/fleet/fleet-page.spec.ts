import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { refused } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import {
  aFleet,
  aMachine,
  aMachineGpu,
  anAlert,
  fleetApi,
  heldBy,
  silentMachine,
  thisMachine,
  usualFleet,
} from '@/testing/fleet'
import { board, names, ONE, openFleet, panel, row, rows } from '@/testing/fleet-page'

const classes = (page: Dashboard) =>
  within(page.get.getByRole('region', { name: 'GPUs by class' }))
    .getAllByRole('button')
    .map(textOf)

describe('the board of machines', () => {
  it('has a row for each machine, those in trouble first', async () => {
    const page = await openFleet(usualFleet(10))

    expect(rows(page)).toEqual([
      'In trouble1 machine',
      expect.stringContaining('trn-h100-02'),
      'No word1 machine',
      expect.stringContaining('trn-h100-03'),
      'Holding idle GPUs2 machines',
      expect.stringContaining('trn-h100-04'),
      expect.stringContaining('trn-h100-05'),
      'In use5 machines',
      ...['01', '07', '08', '09', '10'].map((n) => expect.stringContaining(`trn-h100-${n}`) as string),
      'All free1 machine',
      expect.stringContaining('trn-h100-06'),
    ])
    expect(page.requests.filter(({ path }) => path === 'fleet')).toHaveLength(1)
  })

  it('says why a machine is in trouble, how long GPUs are idle, and who uses the others', async () => {
    const page = await openFleet(
      aFleet([
        thisMachine([aMachineGpu(0, 'WORKING', heldBy('yliu', 'ekim'))]),
        aMachine('lost', [aMachineGpu(3, 'TROUBLE')], {}, { alerts: [anAlert([3])] }),
        aMachine('stuck', [aMachineGpu(5, 'TROUBLE', { state: 'STUCK' })]),
        aMachine('idle', [aMachineGpu(0, 'HELD_IDLE', heldBy('asharma')), aMachineGpu(1)]),
        aMachine('free', [aMachineGpu(0, 'FREE')]),
        aMachine('other', [aMachineGpu(0, 'WORKING', { holders: null })]),
        aMachine('empty', [], {}, { reason: 'The NVIDIA driver is not loaded' }),
      ]),
    )

    expect(textOf(row(page, 'lost'))).toContain('GPU 3: Fell off the bus')
    expect(textOf(row(page, 'stuck'))).toContain('GPU 5: Does not answer')
    expect(textOf(row(page, 'idle'))).toContain('asharma 1 idle 31 h')
    expect(textOf(row(page, 'trn-h100-01'))).toMatch(/ekim \+1live$/)
    expect(textOf(row(page, 'free'))).toContain('no user')
    expect(textOf(row(page, 'other'))).toContain('users not shown')
    expect(textOf(row(page, 'empty'))).toContain('The NVIDIA driver is not loaded')
  })

  it('an alert about use only is no trouble', async () => {
    const about = anAlert([0], { rule: 'idle-allocated', severity: 'warning', trouble: false, short: 'Idle 31 h' })
    const page = await openFleet(aFleet([thisMachine([aMachineGpu(0, 'HELD_IDLE')], { alerts: [about] })]))

    expect(rows(page)[0]).toBe('Holding idle GPUs1 machine')
    expect(classes(page)[1]).toBe('In trouble0')
  })

  it('keeps the last values of a silent machine apart from those of now', async () => {
    const last = [aMachineGpu(0, 'UNKNOWN', { utilization: 80, memoryUsed: 2 ** 30 })]
    const waiting = aMachine('new', [], { answer: 'WAITING', machine: null, answeredAt: null, ageMillis: null })
    const page = await openFleet(aFleet([ONE, silentMachine('seen', last), silentMachine('never', null), waiting]))

    expect(textOf(row(page, 'seen'))).toMatch(/–silent since \d\d:\d\d2 h$/)
    expect(within(row(page, 'seen')).getByRole('gridcell', { name: 'GPU 0, No word' })).toHaveClass('last')
    expect(textOf(row(page, 'never'))).toMatch(/–silent since \d\d:\d\d–$/)
    expect(textOf(row(page, 'new'))).toContain('not answered yet')
  })

  it('marks simulated machines', async () => {
    const page = await openFleet(aFleet([ONE, aMachine('sim', [aMachineGpu(0)], {}, { simulated: true })]))

    expect(textOf(row(page, 'sim'))).toContain('demo')
    expect(textOf(row(page, 'trn-h100-01'))).not.toContain('demo')
  })

  it('is sorted by the chosen order, which S changes', async () => {
    const page = await openFleet(usualFleet(10), '/Fleet?sort=free')
    expect(names(page).slice(0, 2)).toEqual(['trn-h100-06', 'trn-h100-07'])
    expect(textOf(row(page, 'trn-h100-07'))).toContain('2 free mchen')

    await page.press('s')
    expect(page.address).toBe('/Fleet?sort=name')
    expect(rows(page)[0]).toBe('H100 80GB HBM39 machines')
    expect(names(page).slice(0, 2)).toEqual(['trn-h100-01', 'trn-h100-02'])
    await page.press('s')
    await page.press('s')
    expect(rows(page)[0]).toBe('Idle for more than 24 h2 machines')
  })

  it('is searched by machine, user and model, and filtered by class', async () => {
    const page = await openFleet(usualFleet(10))
    await page.press('/')
    await page.type(document.activeElement as Element, 'asharma h100-05')
    expect(names(page)).toEqual(['trn-h100-05'])
    expect(page.get.getByText(/1 of 10 machines shown/)).toBeInTheDocument()

    await page.type(document.activeElement as Element, 'nothing')
    await page.click(page.get.getByRole('button', { name: 'Clear' }))
    await page.click(page.get.getByRole('button', { name: /^Reserved/ }))
    expect(names(page)).toEqual(['trn-h100-07'])
    expect(page.address).toBe('/Fleet?class=RESERVED')
  })

  it('renders only what changed', async () => {
    let fleet = usualFleet(10)
    const page = await Dashboard.open('/Fleet', { api: [fleetApi(() => fleet)] })
    const cells = within(board(page)).getAllByRole('gridcell', { name: /^GPU/ })
    const texts = cells.map((cell) => cell.outerHTML)
    const [first] = fleet.machines
    const gpus = first?.machine?.gpus.map((gpu) => (gpu.index === 1 ? { ...gpu, utilization: 100 } : gpu)) ?? []
    fleet = { ...fleet, machines: [thisMachine(gpus), ...fleet.machines.slice(1)] }
    await page.pass(5000)
    await page.settle()

    const now = within(board(page)).getAllByRole('gridcell', { name: /^GPU/ })
    expect(page.requests.filter(({ path }) => path === 'fleet')).toHaveLength(2)
    expect(now).toHaveLength(cells.length)
    now.forEach((cell, i) => {
      expect(cell).toBe(cells[i])
    })
    expect(now.filter((cell, i) => cell.outerHTML !== texts[i])).toHaveLength(1)
  })
})

describe('the classes of GPUs', () => {
  it('have the numbers of the server, and a fact each', async () => {
    const page = await openFleet(usualFleet(10))

    expect(classes(page)).toEqual([
      'No word0 1 machine silentlongest 2 h',
      'In trouble1 1 %1 criticaltrn-h100-02',
      'Held idle6 8 %asharma holds 6 for 31 h360 GiB · 690 W',
      'Reserved3 4 %mchen: 3',
      'Free10 13 %1 whole machine800 GiB free',
      'Working60 75 %mean utilization 54 %30.0 kW',
    ])
  })
})

describe('what the page lacks', () => {
  it('without a list, it shows this machine and names the setting', async () => {
    const page = await openFleet(aFleet([ONE], { configured: false }))

    const off = page.get.getByRole('region', { name: 'Only this machine is listed' })
    expect(textOf(off)).toContain('--gpulse.machines=http://gpu-2:8080,http://gpu-3:8080')
    expect(textOf(off)).toContain('--gpulse.fleet.prometheus-url=http://prometheus:9090')
    expect(within(off).getAllByRole('button', { name: /^copy/ })).toHaveLength(2)
    expect(names(page)).toEqual(['trn-h100-01'])
  })

  it('says how many machines do not answer', async () => {
    const partial = await openFleet(aFleet([ONE, aMachine('b', [aMachineGpu(0)]), silentMachine('c', null)]))
    expect(textOf(partial.get.getByText(/of 2 listed machines/))).toContain('1 of 2 listed machines does not answer')
    partial.close()

    const none = await openFleet(aFleet([ONE, silentMachine('b', null), silentMachine('c', null)]))
    expect(none.get.getByText('None of the 2 listed machines answers.')).toBeInTheDocument()
  })

  it('says why the list is an earlier one', async () => {
    const page = await openFleet(aFleet([ONE], { listProblem: 'gpulse.machines-file cannot be read' }))

    expect(page.get.getByText('gpulse.machines-file cannot be read')).toBeInTheDocument()
  })

  it('keeps the last answer with its age while its own server is down', async () => {
    let isDown = false
    const page = await openFleet(aFleet([ONE]), '/Fleet', {
      api: [({ path }) => (path === 'fleet' && isDown ? refused(503, 'Busy.') : null)],
    })
    isDown = true
    await page.pass(20_000)

    expect(textOf(page.get.getByText(/its last answer/))).toMatch(/^This gpulse does not answer.* \d+ s old\. Busy\.$/)
    expect(textOf(row(page, 'trn-h100-01'))).toMatch(/yliu\d+ s$/)
  })

  it('explains a server without the page, and one that fails', async () => {
    const old = await Dashboard.open('/Fleet')
    expect(old.get.getByText('This gpulse has no page of machines.')).toBeInTheDocument()
    old.close()

    const page = await openFleet(aFleet([]), '/Fleet', {
      api: [({ path }) => (path === 'fleet' ? refused(403, 'The scope read is missing.') : null)],
    })
    expect(page.get.getByText('The scope read is missing.')).toBeInTheDocument()
  })
})

describe('the keys of the board', () => {
  it('arrows move between GPUs and machines, and the line below reads the one with the focus', async () => {
    const page = await openFleet(usualFleet(10))
    const first = within(board(page)).getAllByRole('button')[0]
    expect(first).toHaveAttribute('tabindex', '0')
    first?.focus()
    await page.press('ArrowRight')
    await page.press('ArrowRight')

    expect(document.activeElement).toHaveAttribute('aria-label', 'GPU 1, Working 50\u202f%')
    const line = page.get.getByRole('contentinfo')
    expect(textOf(line)).toBe('trn-h100-02GPU 1Working · 2 h50 %60 GiB / 80 GiB500 W62 °Clwojcik')
    await page.press('ArrowDown')
    expect(document.activeElement).toHaveTextContent('trn-h100-03')
    await page.press('ArrowDown')
    await page.press('End')
    expect(document.activeElement).toHaveAttribute('aria-label', 'GPU 7, Working 71\u202f%')
  })

  it('omits what is not known in the line below', async () => {
    const page = await openFleet(aFleet([thisMachine([aMachineGpu(0, 'UNKNOWN', { holders: null, state: null })])]))
    within(board(page)).getByRole('gridcell', { name: 'GPU 0, No word' }).focus()
    await page.settle()

    expect(textOf(page.get.getByRole('contentinfo'))).toBe('trn-h100-01GPU 0No wordusers not shown')
  })
})

it('is translated, with the texts of the server', async () => {
  const page = await openFleet(usualFleet(10), '/Fleet?lang=zh')

  expect(page.get.getByRole('heading', { name: '集群' })).toBeInTheDocument()
  expect(textOf(row(page, 'trn-h100-02'))).toContain('GPU 3：已从总线掉线')
  await page.click(row(page, 'trn-h100-03'))
  expect(textOf(panel(page, 'trn-h100-03'))).toContain('3 秒内没有响应。')
})
