import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { MetricKey } from '@/api/types'
import { Dashboard, textOf } from '@/testing/dashboard'
import { drawnTexts } from '@/testing/layout'
import { BUSY, type Changes } from '@/testing/machine'
import { chartRow, chartRows, chartTitles, gpuRow, gpuRows, numbersOf, readout, samples } from '@/testing/timelines'

const EXTRA = { name: 'More values at the crosshair' }
const added = (page: Dashboard) => page.get.getByRole('region', EXTRA)

describe('added timelines of all GPUs', () => {
  it('are chosen from the catalogue, kept in the address, and removed', async () => {
    const energy = samples((_, index, second) => 1e6 + (index + 1) * 500 * second)
    const page = await Dashboard.open('/GPU-Resources', { api: [energy] })
    await page.click(page.get.getByRole('button', { name: '+ panel' }))
    await page.type(page.get.getByRole('searchbox'), 'energy')
    await page.click(page.get.getByRole('button', { name: /^Energy used/ }))
    expect(page.address).toMatch(/panels=energy\.total/)

    await page.catchUp()
    expect(textOf(chartRow(page, 'Energy used'))).toMatch(/kJ, per GPU · added since then · data since \d\d:\d\d:\d\d/)
    expect(within(added(page)).getByRole('columnheader', { name: /Energy used/ })).toBeInTheDocument()
    expect(gpuRows(added(page)).flatMap(numbersOf)).toHaveLength(8)

    const again = await page.reload()
    await again.catchUp()
    expect(chartRow(again, 'Energy used')).toHaveTextContent('data since')
    await again.click(again.get.getByRole('button', { name: 'Remove the timeline: Energy used' }))
    expect(chartTitles(again)).not.toContain('Energy used')
    expect(again.router.currentRoute.value.query['panels']).toBeUndefined()
  })

  it('request all GPUs at once, and name the metrics that cannot be drawn', async () => {
    const page = await Dashboard.open('/GPU-Resources?panels=bar1.used,never.heard.of', {
      api: [samples(() => 2 ** 20)],
    })
    await page.catchUp()

    expect(page.get.getByText(/No metric “never\.heard\.of” to plot\./)).toBeInTheDocument()
    const requests = page.requests.filter(
      ({ path, query }) => path === 'snapshot' && query.get('metrics') === 'bar1.used',
    )
    expect(requests.length).toBeGreaterThan(1)
    expect(requests.filter(({ query }) => query.has('gpus'))).toEqual([])
    await page.click(page.get.getByRole('button', { name: '+ panel' }))
    expect(page.get.getByRole('button', { name: /^Power draw.*already shown/ })).toBeDisabled()
  })
})

/** Usual values, and those of a performance monitor. */
function active(index: number, metrics: readonly MetricKey[]): Changes[number] {
  return (second) => {
    const activity = Object.fromEntries(metrics.map((metric, i) => [metric, 20 * (i + 1) + index]))
    return { values: { 'utilization.gpu': 50 + (second % 3), 'power.draw': 300, ...activity } }
  }
}

describe('the activity of the chips', () => {
  it('has a chart and a column for each reported metric', async () => {
    const page = await Dashboard.open('/GPU-Resources?charts=activity', {
      gpus: 2,
      changes: { 0: active(0, ['activity.sm', 'activity.tensor', 'activity.dram']), 1: active(1, ['activity.sm']) },
    })

    expect(chartTitles(page)).toEqual(['SM active', 'Tensor active', 'Memory bandwidth activity'])
    expect(numbersOf(gpuRow(readout(page), 0))).toEqual([20, 40, 60])
    expect(numbersOf(gpuRow(readout(page), 1))).toEqual([21])
  })

  it('has no chart if no GPU reports it', async () => {
    const page = await Dashboard.open('/GPU-Resources', { gpus: 2, changes: BUSY })

    expect(chartTitles(page)).toContain('Utilization')
    expect(page.get.queryByRole('button', { name: 'Activity' })).toBeNull()
  })
})

/** GPU indexes in texts such as "0–3,7". */
function namedIn(texts: readonly string[]): number[] {
  return texts
    .flatMap((text) => text.split(','))
    .flatMap((part) => {
      const [from = NaN, to = from] = part.split('–').map(Number)
      return Array.from({ length: to - from + 1 }, (_, i) => from + i)
    })
}

describe('sixteen GPUs', () => {
  const scattered = (index: number) => () => ({
    values: {
      'utilization.gpu': (index * 37) % 101,
      'memory.used': ((index * 5) % 16) * 4e9,
      'power.draw': 100 + ((index * 7) % 16) * 35,
      'temperature.gpu': index % 2 === 0 ? 50 : 70,
    },
  })
  const changes: Changes = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [index, scattered(index)]))
  const indexes = Array.from({ length: 16 }, (_, index) => index)
  const LETTER = 6

  for (const width of [1440, 390]) {
    it(`are each named at the end of their line, none cut off, at ${width} pixels`, async () => {
      const page = await Dashboard.open('/GPU-Resources?by=gpu', { gpus: 16, changes, width })
      const canvases = chartRows(page).flatMap((row) => Array.from(row.querySelectorAll('canvas')))
      expect(canvases).toHaveLength(3)

      const labels = canvases.map((canvas) => drawnTexts(canvas).filter(({ font }) => font.startsWith('600')))
      const ofGpus = labels.filter((each) => each.length > 0)
      expect(ofGpus).toHaveLength(3)
      const [canvas] = canvases
      for (const each of ofGpus) {
        expect(namedIn(each.map(({ text }) => text)).sort((a, b) => a - b)).toEqual(indexes)
        expect(Math.max(...each.map(({ text, x }) => x + LETTER * text.length))).toBeLessThanOrEqual(
          canvas?.width ?? NaN,
        )
        const gaps = each.slice(1).map(({ y }, i) => y - (each[i]?.y ?? 0))
        expect(Math.min(...gaps)).toBeGreaterThan(12.9)
      }
    })
  }
})
