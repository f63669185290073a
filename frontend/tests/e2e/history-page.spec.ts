import { expect, test } from '@playwright/test'
import { fitsEveryWindow, pageWidth, violations } from './page'
import { playPast } from './past'
import { drag, inAddress, last, opened } from './past-page'
import { BUSY, play } from './recorded'

test('a table is to be had of what is shown', async ({ page }) => {
  await opened(page, 'History?range=3h&gpus=0,3')

  const link = page.getByRole('link', { name: 'Export CSV' })
  const asked = new URL((await link.getAttribute('href')) ?? '').searchParams
  expect(Object.fromEntries(asked)).toMatchObject({ range: '3h', gpus: '0,3', format: 'csv' })
  expect(asked.get('metrics')).toContain('power.draw')
})

test('any number can be added, and all GPUs can be one line', async ({ page }) => {
  const server = await opened(page)
  await page.getByRole('button', { name: '+ panel' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('clocks.current.sm')
  await page.getByRole('dialog').locator('li button').first().click()

  await expect.poll(() => last(server).get('metrics')).toContain('clocks.current.sm')
  expect(inAddress(page, 'metrics')).toBe('clocks.current.sm')
  await expect(page.locator('.row h2')).toHaveCount(8)

  await page.getByRole('button', { name: 'All together' }).click()
  await expect(page.locator('.row header').first()).toContainText('mean of the GPUs')
  expect(inAddress(page, 'lines')).toBe('together')
})

test('tells what the time adds up to, and who used it', async ({ page }) => {
  await opened(page)
  const totals = page.locator('.sums tbody tr')
  await expect(totals).toHaveCount(9)
  await expect(totals.first()).toContainText(/active.*held idle.*free.*unknown.*4\.85/)
  await expect(totals.nth(7)).toContainText('power cap')
  await expect(page.locator('.users tbody tr')).toContainText(['mchen', 'svc-infer', 'asharma', 'unknown user'])

  const bars = page.locator('.usage .lanes').nth(5).getByRole('button')
  await bars.first().focus()
  await expect(page.locator('.process-detail')).toContainText('vllm worker')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.process-detail')).toContainText(/nsys.*shared with other processes/)
})

test('marks are drawn, added and taken away', async ({ page }) => {
  const server = await opened(page)
  const panel = page.locator('.marks-panel')
  await expect(panel.locator('li')).toHaveCount(2)

  await panel.getByRole('textbox').fill('epoch 2')
  await panel.getByRole('button', { name: 'Mark', exact: true }).click()
  await expect(panel.locator('li').first()).toContainText('epoch 2')
  await panel.getByRole('button', { name: 'Remove the mark “run starts”' }).click()
  await expect(panel.locator('li')).toHaveCount(2)
  expect(server.marks.map(({ text }) => text)).toEqual(['epoch 1', 'epoch 2'])

  await page.route('**/api/v1/marks', (route) => route.fulfill({ status: 403, json: { detail: 'No.' } }))
  await panel.getByRole('textbox').fill('epoch 3')
  await panel.getByRole('button', { name: 'Mark', exact: true }).click()
  await expect(panel.getByRole('alert')).toHaveText('You may not change marks: sign in as somebody who may.')
})

for (const [state, sentence] of [
  ['OFF', 'The history is switched off.'],
  ['MEMORY_ONLY', 'The history cannot be written to disk: it lasts only as long as gpulse runs.'],
  ['LOCKED', 'Another gpulse uses the history file, so this one stores nothing.'],
] as const) {
  test(`says that the history is ${state}`, async ({ page }) => {
    await play(page, 8, BUSY)
    const server = await playPast(page)
    server.status = { ...server.status, state, detail: 'As the server tells it.' }
    if (state === 'OFF') server.instead = (route) => route.fulfill({ status: 503, json: { detail: 'It is off.' } })
    await page.goto('History')

    await expect(page.locator('.past-notice')).toContainText(sentence)
    await page.getByText('Details').click()
    await expect(page.getByText('As the server tells it.')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

test('a time of which there are no samples says so', async ({ page }) => {
  const past = '2026-01-01T00:00:00.000Z'
  await play(page, 8, BUSY)
  await playPast(page)
  await page.goto(`History?from=${past}&to=2026-01-02T00:00:00.000Z`)

  await expect(page.locator('.past-notice')).toContainText('Nothing was sampled in this time.')
})

test('speaks Chinese', async ({ page }) => {
  await opened(page, 'History?lang=zh')

  await expect(page.getByRole('heading', { name: '历史', exact: true })).toBeVisible()
  await expect(page.locator('.row h2').first()).toHaveText('GPU 利用率')
  await expect(page.locator('.sums')).toContainText('占用但空闲')
  await expect(page.locator('main')).not.toContainText(/history\w*\./)
})

for (const theme of ['dark', 'light']) {
  test(`everybody can use it in the ${theme} theme`, async ({ page }) => {
    await opened(page, `History?theme=${theme}`)
    await expect(page.locator('.users tbody tr')).toHaveCount(4)
    expect(await violations(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await drag(page, 0.2, 0.8)
    expect(await violations(page)).toEqual([])
  })
}

test('fits every window', async ({ page }) => {
  await opened(page)
  await expect(page.locator('.users tbody tr')).toHaveCount(4)
  await fitsEveryWindow(page)
})

test('a plot stands alone in a frame', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 160 })
  await play(page, 8, BUSY)
  await playPast(page)
  await page.goto('History?embed=1&panel=power.draw&range=24h')

  await expect(page.locator('.row h2')).toHaveText(['Power'])
  await expect(page.locator('main canvas')).toBeInViewport({ ratio: 0.99 })
  expect(await pageWidth(page)).toBeLessThanOrEqual(320)
})
