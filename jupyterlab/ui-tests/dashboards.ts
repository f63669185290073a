import { expect, type Page } from '../../frontend/node_modules/@playwright/test'
import { frame, row } from './lab'

/** Texts of a metric, one for each GPU; an array with one text is that of all GPUs together. */
type Figures = Readonly<Record<string, readonly string[]>>

interface Dashboard {
  title: string
  /** Panel with the figures of a page that has charts only. */
  panel?: string
  figures: Figures
}

const UTILIZATION = ['11', '22', '33', '44']
const MEMORY = ['10.0', '20.0', '30.0', '40.0']
const NVLINK: Figures = { 'nvlink.tx': ['3.1', '3.1', '3.1', '3.1'], 'nvlink.rx': ['5.1', '5.1', '5.1', '5.1'] }

/** The seven dashboards, and their figures that follow from the control file of the driver in `lab.py`. */
export const DASHBOARDS: Readonly<Record<string, Dashboard>> = {
  utilization: { title: 'GPU utilization', figures: { 'utilization.gpu': UTILIZATION } },
  memory: { title: 'GPU memory', figures: { 'memory.used': MEMORY } },
  resources: {
    title: 'GPU resources',
    panel: 'readout',
    figures: { 'utilization.gpu': UTILIZATION, 'memory.used': MEMORY },
  },
  pcie: {
    title: 'PCIe throughput',
    figures: { 'pcie.tx': ['1.0', '1.0', '1.0', '1.0'], 'pcie.rx': ['2.0', '2.0', '2.0', '2.0'] },
  },
  nvlink: { title: 'NVLink throughput', figures: NVLINK },
  nvlinkTimeline: { title: 'NVLink timeline', panel: 'readout', figures: NVLINK },
  machine: { title: 'Machine resources', panel: 'readout', figures: { 'utilization.gpu': ['28'] } },
}

/** Opens a dashboard, and a panel of it if it has charts only, until the figures are those of the driver. */
export async function openDashboard(page: Page, name: string): Promise<void> {
  const { title, panel, figures } = DASHBOARDS[name] as Dashboard
  await row(page, name).click()
  if (panel === undefined) {
    await expectFigures(page, name, '', figures)
    return
  }
  await expect(frame(page, name).locator('canvas').first()).toBeVisible()
  await page.getByRole('button', { name: `Panels of ${title}` }).click()
  await row(page, name, panel).click()
  await expectFigures(page, name, panel, figures)
  await page.getByTitle('Close Values as a table').click()
}

async function expectFigures(page: Page, name: string, panel: string, figures: Figures): Promise<void> {
  for (const [metric, texts] of Object.entries(figures)) {
    const cells = frame(page, name, panel).locator(`data[data-metric="${metric}"]`)
    for (const [gpu, text] of texts.entries()) {
      const cell = texts.length === 1 ? cells : cells.and(page.locator(`[data-gpu$="-${String(gpu).padStart(12, '0')}"]`))
      await expect(cell.first(), `${metric} of GPU ${gpu}`).toHaveText(new RegExp(`^${text.replace('.', '\\.')}(\\s*%)?$`))
    }
  }
}
