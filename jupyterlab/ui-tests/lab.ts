import { readFileSync, writeFileSync } from 'node:fs'
import { env } from 'node:process'
import { expect, type FrameLocator, type Locator, type Page } from '../../frontend/node_modules/@playwright/test'

export const DASHBOARDS = ['utilization', 'memory', 'resources', 'pcie', 'nvlink', 'nvlinkTimeline', 'machine']

const GIB = 1024 ** 3
const NOTEBOOK = {
  type: 'notebook',
  content: {
    cells: [{ cell_type: 'code', id: 'first', metadata: {}, execution_count: null, outputs: [], source: '1 + 1' }],
    metadata: { kernelspec: { name: 'python3', display_name: 'Python 3' } },
    nbformat: 4,
    nbformat_minor: 5,
  },
}

const CONTROL = env['GPULSE_DRIVER_CONTROL'] ?? ''
const GPUS = CONTROL === '' ? '' : readFileSync(CONTROL, 'utf8')

/** Writes what the driver of gpulse answers: the GPUs of `lab.py`, and more statements. */
export function writeDriver(...statements: string[]): void {
  writeFileSync(CONTROL, [GPUS, ...statements, ''].join('\n'))
}

/** A process of a driver, with 12 GiB on GPU 1. */
export function processOnGpu1(pid: number): string {
  return `process 1 compute ${pid} ${12 * GIB}`
}

/** Opens JupyterLab with a notebook, without the layout of an earlier visit. */
export async function openLab(page: Page): Promise<void> {
  const headers = { Authorization: `token ${env['GPULSE_LAB_TOKEN'] ?? ''}` }
  await page.request.put('api/contents/train.ipynb', { data: NOTEBOOK, headers })
  await page.goto(`lab/tree/train.ipynb?reset&token=${env['GPULSE_LAB_TOKEN'] ?? ''}`)
  await expect(page.getByRole('tab', { name: 'train.ipynb' })).toBeVisible()
  await page.locator('.jp-SideBar [data-id="gpulse-menu"]').click()
  await expect(row(page, 'overview')).toBeVisible()
}

export function row(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'GPU Dashboards' }).locator(`[data-id="gpulse:${name}:"]`)
}

export function tabs(page: Page): Locator {
  return page.locator('#jp-main-dock-panel').getByRole('tab')
}

/** Returns the frame of a page of gpulse. */
export function frame(page: Page, name: string): FrameLocator {
  return page.locator(`[id="gpulse:${name}:"]`).frameLocator('iframe')
}

/** Returns the process id of the first kernel, once there is one. */
export async function kernelPid(page: Page): Promise<number> {
  let pid: number | null = null
  await expect(async () => {
    const response = await page.request.get('gpulse-jupyterlab/kernels')
    const { kernels } = (await response.json()) as { kernels: { pid: number | null }[] }
    pid = kernels[0]?.pid ?? null
    expect(pid).not.toBeNull()
  }).toPass()
  return pid ?? 0
}
