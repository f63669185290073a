import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { refused } from '@/testing/api'
import type { Dashboard } from '@/testing/dashboard'
import { LiveServer, openLive, utilizations } from '@/testing/live-page'
import { aGpu, aSnapshot, aSource } from '@/testing/snapshots'

const DETAIL = 'This server requires authentication.'
const DEMO = aSnapshot(1, { source: aSource({ kind: 'DEMO', simulated: true }) })

const chip = (page: Dashboard) => page.get.getByTestId('connection')
const banner = (page: Dashboard) => page.get.getByTestId('banner')
const countOf = (page: Dashboard, path: string) => page.requests.filter((request) => request.path === path).length

/** Clicks on "Try now" of the banner. */
async function tryNow(page: Dashboard): Promise<void> {
  await page.click(within(banner(page)).getByRole('button', { name: 'Try now' }))
}

describe('a server that refuses its stream', () => {
  it.each([401, 403])('is not queried until the user signs in: %i', async (status) => {
    const server = new LiveServer()
    server.instead = () => refused(status, DETAIL)
    const page = await openLive('/', server)
    server.refuse()
    await page.settle()

    expect(chip(page)).toHaveTextContent(/^Not signed in$/)
    expect(banner(page)).toHaveTextContent(`No access. ${status === 401 ? 'Sign in to continue.' : DETAIL}`)
    expect(within(banner(page)).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', 'login')
    const streams = server.streams.length
    const requests = countOf(page, 'status')
    expect(requests).toBeGreaterThan(0)
    await page.pass(15_000)
    expect(server.streams).toHaveLength(streams)

    await tryNow(page)
    expect(server.streams).toHaveLength(streams + 1)
    server.refuse()
    await page.settle()
    expect(countOf(page, 'status')).toBeGreaterThan(requests)
    expect(chip(page)).toHaveTextContent(/^Not signed in$/)

    server.instead = null
    await tryNow(page)
    server.send(DEMO)
    await page.settle()
    expect(chip(page)).toHaveTextContent('Demo')
    expect(within(banner(page)).queryByRole('button', { name: 'Try now' })).toBeNull()
  })

  it('without room for more subscribers is not tried before the time that it names', async () => {
    const server = new LiveServer()
    server.instead = ({ path }) =>
      path === 'stream' ? refused(503, 'All 512 places are taken.', { 'Retry-After': '40' }) : null
    const page = await openLive('/GPU-Utilization', server)
    server.refuse()
    await page.pass(0)

    expect(banner(page)).toHaveTextContent('gpulse cannot send data right now. All 512 places are taken.')
    expect(chip(page)).toHaveTextContent('retry 1 in 40 s')
    await page.pass(39_000)
    expect(server.streams).toHaveLength(1)
    await page.pass(1000)
    expect(server.streams).toHaveLength(2)
  })
})

describe('a proxy', () => {
  it('that answers with a page of its own is recognized', async () => {
    const server = new LiveServer()
    server.instead = () => ({ status: 200, body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } })
    const page = await openLive('/GPU-Utilization', server)
    server.refuse()
    await page.settle()
    expect(banner(page)).toHaveTextContent('The response did not come from gpulse.')
    expect(banner(page)).toHaveTextContent('text/html')

    server.instead = null
    await tryNow(page)
    server.send(aSnapshot(1, { gpus: [aGpu(0), aGpu(1)] }))
    await page.settle()
    expect(utilizations(page)).toEqual(['15\u202f%', '10\u202f%', '20\u202f%'])
    expect(page.get.queryByTestId('banner')).toBeNull()
  })
})
