import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { textOf } from '@/testing/dashboard'
import { aFleet, aMachine, aMachineGpu, silentMachine, usualFleet } from '@/testing/fleet'
import { names, ONE, openFleet, panel, row } from '@/testing/fleet-page'

describe('the panel of a machine', () => {
  it('opens by click and by key, has the GPUs, and closes with Escape', async () => {
    const page = await openFleet(usualFleet(10))
    await page.click(row(page, 'trn-h100-02'))

    const opened = panel(page, 'trn-h100-02')
    expect(page.address).toBe('/Fleet?show=machine:trn-h100-02:8080')
    expect(textOf(opened)).toContain('GPU 3 fell off the bus.')
    const items = within(within(opened).getByRole('list', { name: 'GPUs' })).getAllByRole('listitem')
    expect(textOf(items[0])).toMatch(/^GPU 0Working · 2 h37 % · 60 GiB \/ 80 GiB · 500 W · 62 °Clwojcik · train\.py$/)

    await page.press('Escape')
    expect(page.get.queryByRole('complementary', { name: 'trn-h100-02' })).toBeNull()
    within(row(page, 'trn-h100-05')).getAllByRole('gridcell', { name: /^GPU/ })[0]?.focus()
    await page.press('Enter')
    expect(panel(page, 'trn-h100-05')).toBeInTheDocument()
  })

  it('leads to the gpulse of the machine, by http only', async () => {
    const strange = aMachine('strange', [aMachineGpu(0)], { url: 'javascript:alert(1)//' })
    const page = await openFleet(
      aFleet([ONE, aMachine('b', [aMachineGpu(0)], { url: 'http://b:8080/gpulse' }), strange]),
    )
    await page.click(row(page, 'b'))
    const links = within(panel(page, 'b')).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'http://b:8080/gpulse/',
      'http://b:8080/gpulse/gpus/0',
    ])
    links.forEach((link) => {
      expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
    })

    const opened = vi.fn()
    vi.stubGlobal('open', opened)
    await page.press('o')
    expect(opened).toHaveBeenCalledWith('http://b:8080/gpulse/', '_blank', 'noopener,noreferrer')

    await page.click(row(page, 'strange'))
    expect(within(panel(page, 'strange')).queryAllByRole('link')).toEqual([])
    await page.click(row(page, 'trn-h100-01'))
    const inside = within(panel(page, 'trn-h100-01')).getAllByRole('link')
    expect(inside.map((link) => link.getAttribute('href'))).toEqual(['/', '/gpus/0'])
  })

  it('has the problem of a silent machine, and its last values', async () => {
    const page = await openFleet(aFleet([ONE, silentMachine('c', [aMachineGpu(0, 'UNKNOWN', { utilization: 12 })])]))
    await page.click(row(page, 'c'))

    expect(textOf(panel(page, 'c'))).toContain('Last answer 2 h old')
    expect(textOf(panel(page, 'c'))).toContain('It did not answer within 3 s.')
  })
})

describe('the other panels', () => {
  it('F finds free GPUs, with the variables that select them', async () => {
    const page = await openFleet(usualFleet(10))
    await page.press('f')
    const free = panel(page, 'Free GPUs')
    expect(page.address).toBe('/Fleet?show=free')
    expect(textOf(free)).toContain('2 machines have room')
    expect(textOf(free)).toContain('Reserves nothing.')
    expect(within(free).getAllByText('CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-0')).toHaveLength(2)
    expect(textOf(within(free).getByRole('list', { name: 'Not free, but idle' }))).toContain('asharma · 31 h · 60 GiB')

    await page.click(within(free).getByRole('button', { name: '4' }))
    expect(textOf(panel(page, 'Free GPUs'))).toContain('1 machine has room')
    expect(page.requests.at(-1)?.query.toString()).toBe('count=4')
  })

  it('W lists the users, each of whom is a search', async () => {
    const page = await openFleet(usualFleet(10))
    await page.press('w')
    const who = panel(page, 'Who holds what')
    expect(within(who).getAllByRole('row').map(textOf)).toContain('asharma66')

    await page.click(within(who).getByRole('button', { name: 'asharma' }))
    expect(names(page)).toEqual(['trn-h100-04', 'trn-h100-05'])
  })

  it('names the scope that a reader lacks', async () => {
    const hidden = aMachine('b', [aMachineGpu(0, 'WORKING', { holders: null })])
    const page = await openFleet(aFleet([ONE, hidden], { users: false }), '/Fleet?show=who')

    expect(textOf(panel(page, 'Who holds what'))).toContain('the scope read-fleet is missing')
    expect(textOf(panel(page, 'Who holds what'))).toContain('The users of 1 GPU are not known.')
  })
})
