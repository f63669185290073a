import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { Dashboard, textOf } from '@/testing/dashboard'
import { at, BROKEN, BUSY } from '@/testing/machine'

const FREE = { idleSince: at(-600), busySince: null, processes: [] }

function rows(page: Dashboard, group: string): string[] {
  const found = page.get.queryByRole('rowgroup', { name: group })
  return found === null ? [] : within(found).getAllByRole('row').slice(1).map(textOf)
}

describe('the page of free GPUs', () => {
  it('groups the GPUs by why they are free or not', async () => {
    const page = await Dashboard.open('/Free', { changes: { ...BUSY, 2: () => FREE } })

    expect(textOf(page.get.getByRole('region', { name: 'Answer' }))).toContain('1 of 8 GPUs is free: 2.')
    expect(rows(page, 'Free')).toEqual([expect.stringMatching(/^2.*No process uses it\..*since/)])
    expect(rows(page, 'Free, but')).toEqual([expect.stringMatching(/^4.*Idle, but 62.* are held\.python.*asharma/)])
    expect(rows(page, 'Not free')).toHaveLength(6)
  })

  it('offers the commands that take the chosen GPUs', async () => {
    const page = await Dashboard.open('/Free?count=1', { changes: { 2: () => FREE, 5: () => FREE } })
    const region = textOf(page.get.getByRole('region', { name: 'Answer' }))

    expect(region).toContain('export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-de300000')
    expect(region).toMatch(/export \$\(curl -fs 'http.*\/api\/v1\/gpus\/free\?count=1&format=env'\)/)
  })

  it('names the next GPU where none is free, and sets nothing', async () => {
    const page = await Dashboard.open('/Free', { changes: BUSY })
    const region = textOf(page.get.getByRole('region', { name: 'Answer' }))

    expect(region).toContain('No GPU is free. GPU 4 is next: idle for 43 min, but asharma holds 62')
    expect(region).not.toContain('CUDA_VISIBLE_DEVICES=')
  })

  it('reports a GPU that cannot be read by its state', async () => {
    const page = await Dashboard.open('/Free', { changes: BROKEN })

    expect(rows(page, 'Not free').find((row) => row.startsWith('3'))).toContain('GPU is lost')
  })

  it('has the GPUs of one job in one row', async () => {
    const job = (index: number) => ({
      processes: [{ pid: index, type: 'COMPUTE' as const, name: 'train.py', startedAt: at(-60), group: '7' }].map(
        (each) => ({ ...each, values: {}, facts: { user: 'mchen' }, absent: {} }),
      ),
    })
    const page = await Dashboard.open('/Free', { gpus: 3, changes: { 0: () => job(0), 1: () => job(1) } })

    expect(rows(page, 'Not free').map((row) => row.slice(0, 4))).toEqual(['0, 1', expect.stringMatching(/^2/)])
    expect(rows(page, 'Not free')[0]).toContain('2 processes of one job')
  })

  it('keeps its filters in the address and sends them to the server', async () => {
    const page = await Dashboard.open('/Free')
    await page.click(page.get.getByRole('button', { name: /^24/ }))
    await page.click(within(page.get.getByRole('group', { name: 'GPUs' })).getByRole('button', { name: '2' }))

    expect(page.address).toBe('/Free?min=24&count=2')
    const sent = page.requests.filter(({ path }) => path === 'gpus/free').at(-1)
    expect(sent?.query.toString()).toBe('count=2&min-memory=24GiB')
    expect(textOf(page.get.getByRole('region', { name: 'Answer' }))).toContain('count=2&min-memory=24GiB&format=env')
  })

  it('opens by its key and from the cell of the overview', async () => {
    const page = await Dashboard.open('/', { changes: BUSY })
    await page.press('f')
    expect(page.address).toBe('/Free')

    await page.press('0')
    await page.click(page.get.getAllByTestId('cell')[0] as HTMLElement)
    expect(page.address).toBe('/Free')
  })
})
