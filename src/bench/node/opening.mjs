/**
 * Opens a page again and again and prints a line of figures for each way of doing so, the median of RUNS:
 * node opening.mjs FRONTEND PORT RUNS BYTES_PER_SECOND
 */
import { createServer, connect } from 'node:net'
import { createRequire } from 'node:module'

const [frontend, port, runs, bytesPerSecond] = process.argv.slice(2)
const { chromium } = createRequire(`${frontend}/`)('@playwright/test')
const SLICE_MILLIS = 10

/** A relay to the server that lets through so many bytes a second, over all connections together. */
function slowLink() {
  let room = 0
  const waiting = new Set()
  const slice = (Number(bytesPerSecond) * SLICE_MILLIS) / 1000
  const timer = setInterval(() => {
    room = Math.min(room + slice, 2 * slice)
    for (const send of waiting) send()
  }, SLICE_MILLIS)
  const server = createServer((browser) => {
    const onward = connect(Number(port), '127.0.0.1')
    browser.pipe(onward)
    const send = () => {
      while (room > 0) {
        const part = onward.read(Math.min(Math.ceil(room), onward.readableLength))
        if (part === null) return
        room -= part.length
        browser.write(part)
      }
    }
    waiting.add(send)
    onward.on('readable', send)
    const end = () => {
      waiting.delete(send)
      onward.destroy()
      browser.destroy()
    }
    for (const each of [browser, onward]) each.on('error', end).on('close', end)
  })
  const listening = new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)))
  const close = () => {
    clearInterval(timer)
    server.close()
  }
  return { listening, close }
}

/** Runs in the page: when something was painted first, and when the first number was there. */
function watch() {
  const told = {}
  Object.assign(window, { told })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') told.paint = startTime
  }).observe({ type: 'paint', buffered: true })
  new MutationObserver(() => {
    const number = document.querySelector('main data')
    if (number !== null && told.number === undefined) told.number = performance.now()
  }).observe(document, { childList: true, subtree: true })
}

async function opened(page, address) {
  await page.goto(address)
  await page.waitForFunction(() => window.told?.paint !== undefined && window.told.number !== undefined)
  return page.evaluate(() => window.told)
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

function line(way, all) {
  const after = median(all.map(({ paint, number }) => number - paint))
  return JSON.stringify({ way, number: median(all.map(({ number }) => number)), after })
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
const slow = slowLink()
const near = `http://127.0.0.1:${port}/`
const far = `http://127.0.0.1:${await slow.listening}/`
const ways = { cold: [], warm: [], link: [] }
for (let run = 0; run < Number(runs); run++) {
  for (const [address, first, second] of [[near, 'cold', 'warm'], [far, 'link', null]]) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(watch)
    const page = await context.newPage()
    ways[first].push(await opened(page, address))
    if (second !== null) ways[second].push(await opened(page, address))
    await context.close()
  }
}
await browser.close()
slow.close()
for (const [way, all] of Object.entries(ways)) console.log(line(way, all))
process.exit()
