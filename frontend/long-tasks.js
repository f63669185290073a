/**
 * Prints the long tasks of the first seconds of a page at a quarter of the speed of the processor:
 * node long-tasks.js http://127.0.0.1:8080/
 */
import { chromium } from '@playwright/test'

const SLOWDOWN = 4
const WATCHED_MILLIS = 6000
const address = process.argv[2] ?? 'http://127.0.0.1:8080/'
const runs = Number(process.argv[3] ?? 3)

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (let run = 0; run < runs; run++) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(() => {
    globalThis.longTasks = []
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        globalThis.longTasks.push(`${Math.round(duration)} ms at ${Math.round(startTime)}`)
      }
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(address)
  await page.waitForTimeout(WATCHED_MILLIS)
  process.stdout.write(`${(await page.evaluate(() => globalThis.longTasks)).join(', ')}\n`)
  await page.close()
}
await browser.close()
