import { writeFileSync } from 'node:fs'
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

/** Writes what the driver of gpulse answers: four GPUs, and a process of 12 GiB on GPU 1 if there is one. */
export function writeDriver(pid?: number): void {
  const control = env['GPULSE_DRIVER_CONTROL']
  if (control === undefined) throw new Error('GPULSE_DRIVER_CONTROL is not set.')
  const lines = [
    'gpus 4',
    'value * nvmlDeviceGetFieldValues[197] growing:1000000000',
    'value * nvmlDeviceGetFieldValues[198] growing:2000000000',
    'value * nvmlDeviceGetNvLinkState(0) 1',
    'value * nvmlDeviceGetFieldValues[138] growing:3000000',
    'value * nvmlDeviceGetFieldValues[139] growing:3000000',
  ]
  for (const gpu of [0, 1, 2, 3]) {
    lines.push(`value ${gpu} nvmlDeviceGetUtilizationRates.gpu ${11 * (gpu + 1)}`)
    lines.push(`value ${gpu} nvmlDeviceGetMemoryInfo_v2.used ${10 * (gpu + 1) * GIB}`)
  }
  if (pid !== undefined) lines.push(`process 1 compute ${pid} ${12 * GIB}`)
  writeFileSync(control, lines.join('\n') + '\n')
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
