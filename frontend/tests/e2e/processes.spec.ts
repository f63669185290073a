import { expect, test } from '@playwright/test'
import { aProcess, type Changes } from '../../src/testing/machine'
import { open, play, replay } from './recorded'

/** A process that the driver records every other second. */
const swinging: Changes[number] = (second) => {
  const process = aProcess(7, 'python', 'x', 1)
  const sm = second % 2 === 0 ? { 'process.utilization.sm': second % 4 === 0 ? 100 : 20 } : {}
  return { processes: [{ ...process, values: { ...process.values, ...sm } }] }
}

test('columns keep their widths while numbers change, and a phone shows the memory without scrolling', async ({
  page,
}) => {
  await play(page, 1, { 0: swinging })
  await open(page, 'Processes')
  const table = page.getByRole('table', { name: 'Processes' })
  await expect(table).toBeVisible()
  await replay(page, 4)
  const widths = () => table.getByRole('columnheader').evaluateAll((all) => all.map((each) => each.clientWidth))
  const before = await widths()
  expect(before).toHaveLength(10)

  const texts = new Set<string>()
  for (let second = 0; second < 4; second++) {
    await replay(page, 1)
    texts.add(await table.getByRole('cell', { name: /^20–100\s*\d+\s*%$/ }).innerText())
    expect(await widths()).toEqual(before)
  }
  expect(texts.size).toBeGreaterThan(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(table.getByText(/^1\.0\sGiB$/)).toBeInViewport()
  // Each head is above its cells.
  const ends = (role: 'columnheader' | 'cell') =>
    table.getByRole(role).evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().right)))
  const distances = async () => {
    const heads = await ends('columnheader')
    return (await ends('cell')).map((end, index) => end - (heads[index] ?? 0))
  }
  await expect.poll(distances).toEqual(Array<number>((await ends('columnheader')).length).fill(0))
})
