/**
 * Opens pages of gpulse in Chromium and prints a line of figures for each:
 * node page.mjs FRONTEND PORT SPAN_MILLIS SECONDS ROUTE...
 */
import { createRequire } from 'node:module'
import { setTimeout as passed } from 'node:timers/promises'
import { CATEGORIES, figures } from './trace.mjs'
import { Twice } from './twice.mjs'

const [frontend, port, span, seconds, ...routes] = process.argv.slice(2)
const { chromium } = createRequire(`${frontend}/`)('@playwright/test')
/** A trace of more would itself be a load; the longest task is that of so long. */
const TRACED_SECONDS = 30
const SETTLED_SECONDS = 10

const twice = new Twice(Number(port))
const address = await twice.listen()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  for (const route of routes) console.log(JSON.stringify(await measured(route)))
} finally {
  await browser.close()
  twice.close()
}

async function measured(route) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  twice.begin()
  await page.goto(new URL(route.slice(1), address).href)
  await page.locator('main data').first().waitFor()
  const { firstLoad } = twice
  await passed(SETTLED_SECONDS * 1000)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const heapAtStart = await heap(session)
  const traced = Math.min(TRACED_SECONDS, Number(seconds))
  await passed((Number(seconds) - traced) * 1000)
  await browser.startTracing(page, { categories: CATEGORIES })
  const events = twice.events
  await passed(traced * 1000)
  const came = twice.events - events
  const trace = (await browser.stopTracing()).toString()
  const told = { route, firstLoad, events: came, ...figures(trace, Number(span)), heapAtStart }
  const heapAtEnd = await heap(session)
  await context.close()
  return { ...told, heapAtEnd }
}

/** What is left after a full collection, MB. */
async function heap(session) {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 1e6
}
