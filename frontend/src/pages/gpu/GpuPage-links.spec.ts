import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { Dashboard } from '@/testing/dashboard'
import { BUSY } from '@/testing/machine'
import { chartTitles, numbersOf } from '@/testing/timelines'

const heading = (page: Dashboard) => page.get.getByRole('heading', { level: 1 })

/** Links of the page to that GPU. */
function linksTo(page: Dashboard, index: number): HTMLElement[] {
  const links = within(page.get.getByRole('main')).getAllByRole('link')
  return links.filter((link) => link.getAttribute('href')?.endsWith(`/gpus/${index}`) === true)
}

function firstOf(elements: readonly HTMLElement[]): HTMLElement {
  const [first] = elements
  if (first === undefined) throw new Error('No such element')
  return first
}

describe('the page of a GPU', () => {
  it('is found by its UUID, and leads to its neighbours', async () => {
    const page = await Dashboard.open('/gpus/GPU-de300000-0000-4000-8000-000000000003', { changes: BUSY })
    expect(heading(page)).toHaveTextContent('GPU 3')
    const neighbours = within(page.get.getByRole('navigation', { name: 'Other GPUs' }))
    await page.click(neighbours.getByRole('link', { name: 'GPU 4' }))
    expect(page.address).toMatch(/gpus\/4$/)
    expect(heading(page)).toHaveTextContent('GPU 4')

    await page.press('g')
    await page.press('7')
    await page.catchUp()
    expect(page.address).toMatch(/gpus\/7$/)
    expect(page.get.getByTestId('story')).toHaveTextContent('near its slowdown temperature')
    const reasons = within(page.get.getByRole('list', { name: 'Clock throttle reasons' })).getAllByRole('listitem')
    const capped = reasons.find((each) => each.textContent.startsWith('Power limit'))
    expect(numbersOf(firstOf(capped === undefined ? [] : [capped])).map(Math.round)).toEqual([40])
  })

  it('is linked from rows, lanes and tiles', async () => {
    const page = await Dashboard.open('/', { changes: BUSY })
    await page.click(firstOf(linksTo(page, 2)))
    expect(page.address).toMatch(/gpus\/2$/)
    const tiles = within(page.get.getByRole('list', { name: 'GPUs' }))
    await page.click(tiles.getByRole('link', { name: '5' }))
    expect(page.address).toMatch(/gpus\/5$/)
    expect(tiles.getAllByRole('link').filter((tile) => tile.getAttribute('aria-current') === 'page')).toEqual([
      tiles.getByRole('link', { name: '5' }),
    ])

    await page.press('1')
    expect(page.address).toMatch(/^\/GPU-Utilization/)
    await page.click(firstOf(linksTo(page, 1)))
    expect(page.address).toMatch(/gpus\/1$/)
    for (const key of ['2', '4', '5']) {
      await page.press(key)
      expect(page.address).not.toMatch(/gpus/)
      await page.click(firstOf(linksTo(page, 6)))
      expect(page.address).toMatch(/gpus\/6$/)
    }
  })

  it('names an unknown GPU, and links the others', async () => {
    const page = await Dashboard.open('/gpus/12', { gpus: 2 })
    expect(heading(page)).toHaveTextContent(/^No GPU “12”$/)

    await page.click(within(page.get.getByRole('main')).getByRole('link', { name: 'GPU 1' }))
    expect(page.address).toMatch(/gpus\/1$/)
    expect(heading(page)).toHaveTextContent('GPU 1')
    expect(chartTitles(page)).toContain('Utilization')
  })

  it('names an unknown GPU in Chinese', async () => {
    const page = await Dashboard.open('/gpus/none?lang=zh', { gpus: 2 })

    expect(heading(page)).toHaveTextContent('none')
    // Names of GPUs are the same in all languages.
    const text = page.get.getByRole('main').textContent.replace(/NVIDIA H100 80GB HBM3|GPU[-\da-f]*|none/g, '')
    expect(text).toMatch(/[\u4e00-\u9fff]/)
    expect(text).not.toMatch(/[A-Za-z]{2}/)
  })
})
