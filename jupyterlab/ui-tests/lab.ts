import { readFileSync, writeFileSync } from 'node:fs'
import { env } from 'node:process'
import { expect, type Frame, type FrameLocator, type Locator, type Page } from '../../frontend/node_modules/@playwright/test'

const GIB = 1024 ** 3
const PANEL = ['import gpulse', 'gpulse.panel("util")'].join('\n')
const NOTEBOOK = {
  type: 'notebook',
  content: {
    cells: [{ cell_type: 'code', id: 'first', metadata: {}, execution_count: null, outputs: [], source: PANEL }],
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
  await writeNotebook(page)
  await page.goto(`lab/tree/train.ipynb?reset&token=${env['GPULSE_LAB_TOKEN'] ?? ''}`)
  await expect(page.getByRole('tab', { name: 'train.ipynb' })).toBeVisible()
  await page.locator('.jp-SideBar [data-id="gpulse-menu"]').click()
}

/** Writes the notebook `train.ipynb`, whose cell shows a panel of gpulse. */
export async function writeNotebook(page: Page): Promise<void> {
  const headers = { Authorization: `token ${env['GPULSE_LAB_TOKEN'] ?? ''}` }
  await page.request.put('api/contents/train.ipynb', { data: NOTEBOOK, headers })
}

export function row(page: Page, name: string, panel = ''): Locator {
  return page.locator(`.gpulse-Menu [data-id="gpulse:${name}:${panel}"]`)
}

export function tabs(page: Page): Locator {
  return page.locator('#jp-main-dock-panel').getByRole('tab')
}

/** Returns the frame of a page of gpulse. */
export function frame(page: Page, name: string, panel = ''): FrameLocator {
  return page.locator(`[id="gpulse:${name}:${panel}"]`).frameLocator('iframe')
}

/** Returns the frame of the panel in the output of the notebook's cell. */
export async function output(page: Page): Promise<Frame> {
  await expect.poll(() => page.frame({ url: /panel=util/ })).not.toBeNull()
  return page.frame({ url: /panel=util/ }) as Frame
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

/** Chooses a theme of JupyterLab in its menu. */
export async function chooseTheme(page: Page, name: 'JupyterLab Dark' | 'JupyterLab Light'): Promise<void> {
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByText('Theme', { exact: true }).hover()
  await page.getByText(name, { exact: true }).click()
}
