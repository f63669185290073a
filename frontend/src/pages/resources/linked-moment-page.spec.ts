import { describe, expect, it, vi } from 'vitest'
import { ok } from '@/testing/api'
import { Dashboard } from '@/testing/dashboard'
import { inAddress } from '@/testing/history-page'
import { at } from '@/testing/machine'
import { PastServer } from '@/testing/past'
import { gpuRow, numbersOf, readout, readoutTime } from '@/testing/timelines'

const LINK = `from=${at(-3600)}&to=${at(-3300)}&at=${at(-3500)}`

async function openLink(page: string): Promise<{ page: Dashboard; server: PastServer }> {
  const server = new PastServer(8)
  const opened = await Dashboard.open(`/${page}?${LINK}`, { api: [server.handle] })
  await opened.settle()
  return { page: opened, server }
}

describe('a link to a moment that the stream no longer has', () => {
  it.each(['GPU-Resources', 'gpus/0', 'NVLink-Timeline', 'PCIe-Throughput', 'Machine-Resources', 'GPU-Utilization'])(
    'shows the stored samples on %s',
    async (path) => {
      const { page, server } = await openLink(path)
      const [query] = server.queries

      expect([query?.get('from'), query?.get('to')]).toEqual([at(-3600), at(-3300)])
      const times = [...(page.live.timeline.read('host', 'host.cpu.utilization')?.times ?? [])]
      expect(times.filter((time) => time < Date.parse(at(-3300))).length).toBeGreaterThan(100)
      expect(page.get.getByRole('main')).not.toHaveTextContent('Samples are kept since')
    },
  )

  it('has the numbers of the moment', async () => {
    const { page } = await openLink('GPU-Resources')

    expect(readoutTime(page)).toMatch(/:01:40/)
    expect(numbersOf(gpuRow(readout(page), 0))).toEqual([93, 67.6, 615, 69])
  })

  it.each([
    ['GPU-Resources', (page: Dashboard) => gpuRow(readout(page), 0)],
    ['gpus/0', (page: Dashboard) => page.get.getByRole('list', { name: 'Current values' })],
  ])('has the numbers of the end of the period without a moment on %s', async (path, numbers) => {
    const server = new PastServer(8)
    const page = await Dashboard.open(`/${path}?from=${at(-3600)}&to=${at(-3300)}`, { api: [server.handle] })
    await page.settle()
    expect(numbersOf(numbers(page))[0]).toBeCloseTo(95, 0)
  })

  it('says since when samples are kept if those are not', async () => {
    const server = new PastServer(8)
    const long = `from=${at(-4e6)}&to=${at(-4e6 + 300)}&at=${at(-4e6 + 60)}`
    const page = await Dashboard.open(`/GPU-Resources?${long}`, { api: [server.handle] })
    await page.settle()
    expect(page.get.getByRole('main')).toHaveTextContent('Samples are kept since 9 Feb 2026')

    await page.click(page.get.getByRole('button', { name: 'Show the first ones' }))
    expect(inAddress(page, 'from')).toBe(at(150 - 20 * 86_400))
    expect(inAddress(page, 'at')).toBeNull()
    expect(page.get.getByRole('main')).not.toHaveTextContent('Samples are kept since')
  })

  it('is copied with the shown time', async () => {
    const writeText = vi.fn((text: string) => Promise.resolve(text))
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    const page = await Dashboard.open('/GPU-Resources?range=1m&gpus=2', { api: [() => ok(null)] })
    await page.click(page.get.getByRole('button', { name: 'Copy link' }))

    expect(page.get.getByRole('button', { name: 'Link copied' })).toBeInTheDocument()
    const copied = new URL(writeText.mock.calls[0]?.[0] ?? '')
    const millis = (name: string) => Date.parse(copied.searchParams.get(name) ?? '')
    expect(millis('to') - millis('from')).toBe(60_000)
  })
})
