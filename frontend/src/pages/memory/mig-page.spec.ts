import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { aProcess } from '@/testing/machine'
import { anInstance, instanceValues, processOn, splitGpu } from '@/testing/mig'

const rows = (page: Dashboard) =>
  within(page.get.getByRole('table', { name: 'GPU memory' }))
    .getAllByRole('row')
    .slice(1)
const header = (row: HTMLElement) => textOf(within(row).getByRole('rowheader'))
const bar = (row: HTMLElement) => within(row).getByRole('img', { name: /^Memory of instance/ })
/** Width of a bar on the scale of the page, in percent. */
const widthOf = (row: HTMLElement) => Math.round(parseFloat(bar(row).style.width))

describe('the memory of a split GPU', () => {
  it('has a bar for each instance on the scale of the GPUs', async () => {
    const warnings = complaints()
    const page = await Dashboard.open('/GPU-Memory', { gpus: 2, changes: { 0: splitGpu } })
    const [, ...all] = rows(page)
    const instances = all.slice(0, 4)

    expect(instances.map(header)).toEqual([
      expect.stringMatching(/^0:1 ?3g/),
      expect.stringMatching(/^0:2 ?2g/),
      expect.stringMatching(/^0:3 ?1g/),
      expect.stringMatching(/^0:4 ?1g/),
    ])
    expect(instances.map(widthOf)).toEqual([50, 24, 12, 12])
    expect(textOf(instances[0] ?? document.body)).toMatch(/31\.2 ?\/ ?39\.5.*8\.3.*mchen/)
    expect(textOf(instances[3] ?? document.body)).toMatch(/0\.0 ?\/ ?9\.8.*free$/)
    expect(header(all[4] ?? document.body)).toBe('GPU 1')
    expect(warnings()).toEqual([])
  })

  it('has the program of a wide bar inside, and that of a narrow one on its right', async () => {
    const page = await Dashboard.open('/GPU-Memory', { gpus: 2, changes: { 0: splitGpu } })
    const [, wide = document.body, , narrow = document.body] = rows(page)

    expect(textOf(bar(wide))).toContain('train.py mchen')
    expect(textOf(bar(narrow))).toBe('')
    expect(within(narrow).getAllByText('embedder svc-infer')).toHaveLength(2)
  })

  it('has free memory that looks like that of other GPUs, also in an idle instance', async () => {
    const page = await Dashboard.open('/GPU-Memory', { gpus: 2, changes: { 0: splitGpu } })
    const [, used = document.body, idle = document.body, , free = document.body] = rows(page)

    for (const row of [used, idle])
      expect([...bar(row).classList]).toEqual(expect.not.arrayContaining(['idle', 'free']))
    expect(bar(free)).toHaveClass('free')
  })

  it('has the memory that compute instances share in one row', async () => {
    const values = instanceValues(50, 12.1, 19.5, 1)
    const mig = [0, 1].map((computeInstance) =>
      anInstance(2, '1c.2g.20gb', { values, computeInstance, uuid: `MIG-${computeInstance}` }),
    )
    const processes = [0, 1].map((place) => processOn(2, aProcess(place, `job ${place}`, `user${place}`, 6), place))
    const page = await Dashboard.open('/GPU-Memory', {
      ...{ gpus: 2, changes: { 0: () => ({ ...splitGpu(), mig, processes }) } },
    })
    const [, row = document.body, next = document.body] = rows(page)

    expect(header(row)).toMatch(/^0:2 ?2g/)
    expect(textOf(bar(row))).toMatch(/job 0 user0.*job 1 user1/)
    expect(textOf(row)).toMatch(/user0, user1/)
    expect(header(next)).toBe('GPU 1')
  })

  it('shows no instance as free while there are no new samples', async () => {
    const page = await Dashboard.open('/GPU-Memory', { gpus: 2, changes: { 0: splitGpu } })
    const free = () => rows(page)[4] ?? document.body
    expect(within(free()).getByRole('img', { name: 'free' })).toBeInTheDocument()

    await page.pass(20_000)

    expect(within(free()).queryByRole('img', { name: 'free' })).toBeNull()
    expect(bar(free())).not.toHaveClass('free')
    expect(bar(free())).toHaveAttribute('data-quality', 'stale')
  })

  it('has the reason in place of a bar of unknown memory', async () => {
    const mig = [anInstance(1, '3g.40gb', { absent: { 'mig.memory.used': 'NO_PERMISSION' } })]
    const page = await Dashboard.open('/GPU-Memory', { gpus: 2, changes: { 0: () => ({ ...splitGpu(), mig }) } })
    const row = rows(page)[1] ?? document.body

    expect(within(row).queryByRole('img', { name: /^Memory of/ })).toBeNull()
    expect(textOf(row)).toContain('gpulse has no permission to read this value')
    expect(textOf(row)).not.toMatch(/\b0\.0\b/)
  })
})
