// Opens the dashboards of one kind in JupyterLab, then watches them for each step that is named on standard input.
// node jupyter.mjs NVDashboard|gpulse URL TOKEN SECONDS
import { createInterface } from 'node:readline'
import { createRequire } from 'node:module'

const require = createRequire(new URL('../../../frontend/package.json', import.meta.url))
const { chromium } = require('@playwright/test')
const [kind, url, token, seconds] = process.argv.slice(2)
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
const traffic = { messages: 0, sockets: 0 }

page.on('websocket', (socket) => {
  if (!/nvdashboard/i.test(socket.url())) return
  traffic.sockets++
  socket.on('close', () => traffic.sockets--)
  socket.on('framereceived', () => traffic.messages++)
})

const NAMES = ['utilization', 'memory', 'resources', 'pcie', 'nvlink', 'nvlinkTimeline', 'machine']
const shown = []

async function openGpulse() {
  await page.locator('.jp-SideBar [data-id="gpulse-menu"]').click()
  await page.locator('[data-id="gpulse:utilization:"]').first().waitFor()
  await page.locator('.gpulse-WarmUp').waitFor({ state: 'detached' })
  for (const name of NAMES) {
    const start = performance.now()
    await page.locator(`[data-id="gpulse:${name}:"]`).first().click()
    const app = page.locator(`[id="gpulse:${name}:"]`).frameLocator('iframe').locator('#app')
    await app.getByText(/\d/).first().waitFor()
    shown.push(performance.now() - start)
  }
}

async function openNvdashboard() {
  await page.locator('.jp-SideBar [data-id="gpu-dashboard"]').click()
  const buttons = page.locator('.gpu-dashboard-button')
  await buttons.first().waitFor()
  for (let i = 0; i < (await buttons.count()); i++) {
    const start = performance.now()
    await buttons.nth(i).click()
    await page.locator('#jp-main-dock-panel .recharts-surface >> visible=true').first().waitFor()
    shown.push(performance.now() - start)
  }
}

await page.goto(`${url}lab?reset&token=${token}`)
await page.locator('.jp-SideBar').first().waitFor()
await (kind === 'gpulse' ? openGpulse() : openNvdashboard())
const sorted = [...shown].sort((a, b) => a - b)
const median = sorted[Math.floor(sorted.length / 2)]
console.log(
  JSON.stringify({
    dashboards: `${shown.length}`,
    'click to shown, first / median / max of the others, ms': [shown[0], median, Math.max(...shown.slice(1))].map(Math.round).join(' / '),
  }),
)

for await (const step of createInterface({ input: process.stdin })) {
  traffic.messages = 0
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const figures = {}
  if (kind === 'NVDashboard') figures[`websockets, messages/s, ${step}`] = `${traffic.sockets}, ${Math.round(traffic.messages / seconds)}`
  console.log(JSON.stringify(figures))
}
await browser.close()
