import { expect, test, type Page } from '@playwright/test'
import type { Host } from '../../src/api/types'
import { address, addresses, fitsEveryWindow, violations } from './page'
import { playIncidents } from './incidents'
import { playPast } from './past'
import { BROKEN, play } from './recorded'
import { watch } from './watch'

const ROUTES = [...addresses(3), address('gpu', 'none')]

/** What is written in Latin letters in Chinese too: names of things, of technology, of units and of keys. */
const NAMES = [
  ...['GPU-[\\da-f-]+', 'gpulse(?:\\.[\\w.-]+=\\w+)?', 'NVIDIA', 'GPU', 'H100', 'HBM3?', 'CPU', 'CUDA'],
  ...['NVLink', 'NVL', 'PCIe?', 'Gen\\d', 'TX', 'RX', 'SM'],
  ...['=all', 'BAR1', 'UUID', 'VBIOS', 'NUMA', 'MIG', 'ECC', 'GSP', 'Tensor', 'API', 'REST', 'SSE'],
  ...['PID', 'pid', 'Xid', 'Ctrl', 'MPS', 'CSV', 'P95', 'Shift', 'Tab'],
  ...['kernel', 'clock event reasons', 'Power Brake', 'Sync Boost', 'Fabric', 'Gen', 'steal', 'swap', 'cache', 'buffers', 'I/O', 'iframe'],
  ...['[GMTk]i?B(?:/s)?', 'k?W', 'MHz', '°C', 'k?Wh', 'nvme\\w+', 'eth\\d', 'ib\\d', 'en[ops]\\w+'],
  ...['mchen', 'svc-infer', 'train\\.py', 'vllm worker TP\\d', 'trn-h100-\\d+', 'localhost', 'none'],
  ...['asharma', 'python', 'run starts', 'epoch \\d'],
]
const NAME = new RegExp(`(?<![A-Za-z])(?:${NAMES.join('|')})(?![A-Za-z])`, 'g')

/** Words that somebody sees, save what the server tells in English and says so. */
function foreignWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (!/[A-Za-z]/.test(text) || !parent?.checkVisibility()) continue
      if (parent.closest('[lang=en], code, kbd') === null) seen.push(text)
    }
    return [...new Set(seen)]
  })
}

async function foreign(page: Page): Promise<string[]> {
  return (await foreignWords(page)).filter((text) => /[A-Za-z]{2}/.test(text.replace(NAME, '')))
}

async function living(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.locator('.chip').filter({ hasText: '实时' })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

/** The parts of a machine whose names are known here. */
const MACHINE: Host = {
  hostname: 'trn-h100-03',
  values: {},
  facts: {},
  absent: {},
  cores: [{ core: 0, values: { 'core.utilization': 99 }, absent: {} }],
  disks: [{ disk: 'nvme0n1', values: { 'disk.read': 2.1e8 }, absent: {} }],
  networks: [{ network: 'eth0', values: { 'network.receive': 4.2e8 }, absent: {} }],
  processesSampledAt: null,
  processes: [],
}

const choice = (page: Page) => page.getByRole('combobox', { name: /Language|语言/ })

test('a language is chosen in the top bar, and stays', async ({ page }) => {
  const seen = watch(page)
  await page.goto('GPU-Utilization')
  await expect(page).toHaveTitle(/ · GPU utilization · gpulse$/)
  await expect(choice(page).locator('option')).toHaveText(['English', '简体中文'])

  await choice(page).selectOption('简体中文')
  await expect(page).toHaveTitle(/8 块 GPU · \d+% · .*GPU 利用率 · gpulse$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.locator('.lane .now .quantity').first()).toHaveText(/^\d+%$/)

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('navigation').first()).toContainText('GPU 显存')

  await choice(page).selectOption('English')
  await expect(page.getByRole('navigation').first()).toContainText('GPU memory')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('.lane .now .quantity').first()).toHaveText(/^\d+\u202f%$/)
  expect(seen.complaints).toEqual([])
})

test('the words of another language are no part of the first load', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('./')
  await expect(page.locator('.c-util data').first()).toHaveText(/\d/)

  expect(asked.filter((url) => /\/zh-/.test(url))).toEqual([])
})

test('the address decides, until somebody chooses', async ({ page }) => {
  await page.goto('./?lang=zh')
  await expect(page.getByRole('navigation').first()).toContainText('概览')

  await choice(page).selectOption('English')
  await expect(page).not.toHaveURL(/lang=/)
  await expect(page.getByRole('navigation').first()).toContainText('Overview')
})

test('a panel in a frame takes its language from the address', async ({ page }) => {
  await play(page, 8)
  await page.goto('./?embed=1&panel=util&lang=zh')

  await expect(page.locator('footer .chip')).toContainText('实时')
  expect(await foreign(page)).toEqual([])
})

test.describe('a browser that prefers Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('is spoken to in Chinese from the first word on', async ({ page }) => {
    await page.addInitScript(() => {
      const titles: string[] = []
      Object.assign(window, { titles })
      new MutationObserver(() => titles.push(document.querySelector('nav')?.innerText ?? '')).observe(document, {
        childList: true,
        subtree: true,
      })
    })
    await page.goto('./')

    await expect(page.getByRole('navigation').first()).toContainText('概览')
    const shown = await page.evaluate(() => (window as unknown as { titles: string[] }).titles)
    expect(shown.filter((text) => text.includes('Overview'))).toEqual([])
  })
})

for (const route of ROUTES) {
  test(`/${route} is all Chinese, and fits every window`, async ({ page }) => {
    const seen = watch(page)
    await page.route('**/api/v1/host?*', (asked) => asked.fulfill({ json: MACHINE }))
    await play(page, 8)
    await playPast(page)
    await playIncidents(page)
    await page.goto(`${route}?lang=zh`)
    await living(page)
    if (route === address('machine')) await expect(page.getByText('nvme0n1').first()).toBeVisible()

    expect(await foreign(page)).toEqual([])
    await fitsEveryWindow(page)
    expect(seen.complaints).toEqual([])
  })
}

for (const route of [address('overview'), address('memory')]) {
  test(`everybody can use /${route} in Chinese`, async ({ page }) => {
    await play(page, 8, BROKEN)
    await page.goto(`${route}?lang=zh`)
    await living(page)

    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
  })
}
