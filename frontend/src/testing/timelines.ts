import { fireEvent, within } from '@testing-library/dom'
import { textOf, type Dashboard } from './dashboard'
import { plotArea } from './layout'
import { BEGIN, snapshot, type MachineOptions } from './machine'
import { ok, type ApiHandler } from './api'
import { bodyRows } from './tables'

const READOUT = { name: 'Values at the crosshair' }

/** Charts of the page, each with its heading and its legend, in order. */
export function chartRows(page: Dashboard): HTMLElement[] {
  return page.get.queryAllByTestId('chart-row')
}

/** Headings of the charts, in order. */
export function chartTitles(page: Dashboard): string[] {
  return chartRows(page).map((row) => textOf(within(row).getByRole('heading', { level: 2 })))
}

/** The chart with that heading. */
export function chartRow(page: Dashboard, title: string): HTMLElement {
  const row = chartRows(page).find((each) => within(each).queryByRole('heading', { name: title }) !== null)
  if (row === undefined) throw new Error(`No chart ${title}`)
  return row
}

/** Plot area of the first chart, which receives the pointer. */
export function firstPlot(page: Dashboard): HTMLElement {
  return plotArea(within(chartRows(page)[0] ?? document.body).getByRole('img'))
}

/** Table with the values at the crosshair. */
export function readout(page: Dashboard): HTMLElement {
  return page.get.getByRole('region', READOUT)
}

/** Moment of the values in the readout, and the period that they summarize. */
export function readoutTime(page: Dashboard): string {
  return textOf(within(readout(page)).getByTestId('readout-time'))
}

/** Rows of a readout of several GPUs, one for each GPU. */
export function gpuRows(table: HTMLElement): HTMLElement[] {
  return bodyRows(table).filter((row) => row.querySelector('th[scope="row"] button') !== null)
}

/** Row of the GPU with this index. */
export function gpuRow(table: HTMLElement, index: number): HTMLElement {
  const button = within(table).getByRole('button', { name: `Show GPU ${index} only` })
  const row = button.closest('tr')
  if (row === null) throw new Error(`No row of GPU ${index}`)
  return row
}

/** Numbers within an element, in the unit of the page. */
export function numbersOf(element: Element): number[] {
  return Array.from(element.querySelectorAll('data'), (each) => Number(each.value))
}

/** Element with the value of a metric. */
export function metricOf(elements: readonly HTMLElement[], metric: string): HTMLElement | null {
  return elements.find((each) => each.dataset['metric'] === metric) ?? null
}

/** Clicks on a chart; `init` has modifier keys. */
export async function clickPlot(
  page: Dashboard,
  plot: Element,
  across: number,
  down = 0.5,
  init: PointerEventInit = {},
): Promise<void> {
  const place = { ...page.point(plot, across, down), ...init, pointerType: 'mouse', button: 0, isPrimary: true }
  fireEvent(plot, new PointerEvent('pointerdown', { ...place, buttons: 1 }))
  fireEvent(plot, new PointerEvent('pointerup', place))
  await page.settle()
}

/** Takes the pointer away from a chart. */
export async function leavePlot(page: Dashboard, plot: Element): Promise<void> {
  const chart = plot.closest('[role="img"]')
  if (chart === null) throw new Error('The plot is not part of a chart')
  fireEvent(chart, new PointerEvent('pointerleave', { pointerType: 'mouse' }))
  await page.settle()
}

/** Second of the recording at the current time of the test. */
export function secondNow(): number {
  return Math.floor((Date.now() - BEGIN) / 1000)
}

/** Handles requests for samples of metrics, of all GPUs or the requested ones. */
export function samples(
  valueOf: (metric: string, index: number, second: number) => number,
  machine: MachineOptions = {},
): ApiHandler {
  return ({ path, query }) => {
    const metrics = query.get('metrics')?.split(',')
    if (path !== 'snapshot' || metrics === undefined) return null
    const second = secondNow()
    const requested = query.get('gpus')
    const response = snapshot(second, machine)
    const gpus = response.gpus
      .filter(({ uuid, index }) => requested === null || requested === uuid || requested === String(index))
      .map((gpu) => ({
        ...gpu,
        values: Object.fromEntries(metrics.map((metric) => [metric, valueOf(metric, gpu.index, second)])),
      }))
    return ok({ ...response, gpus })
  }
}
