import type { PlainKey } from '../i18n/keys'
import type { MetricKey } from '../api/types'
import type { PageName } from './pages'

/** A part of a page that `?embed=1&panel=` shows alone. */
export interface Panel {
  /** As the address names it: the id of a chart, or a name of its own. */
  name: string
  /** Its title: a message key, or a metric with its title in the catalogue. */
  title: { key: PlainKey } | { metric: MetricKey }
  /** Has times below it. */
  chart?: boolean
  /** Has no sufficient heading of its own, so that the frame shows its title. */
  headless?: boolean
  /** Only on a machine with a single GPU. */
  solo?: boolean
}

const chart = (metric: MetricKey): Panel => ({ name: metric, title: { metric }, chart: true })
const titledChart = (name: string, key: PlainKey): Panel => ({ name, title: { key }, chart: true })
const soloChart = (name: MetricKey, key: PlainKey): Panel => ({ ...titledChart(name, key), solo: true })
const part = (name: string, key: PlainKey): Panel => ({ name, title: { key } })
const headless = (name: string, key: PlainKey): Panel => ({ ...part(name, key), headless: true })
const headlessChart = (name: string, key: PlainKey): Panel => ({ ...titledChart(name, key), headless: true })

/** In the order of the page. */
export const PANELS: Readonly<Record<PageName, readonly Panel[]>> = {
  overview: [
    headless('summary', 'overview.summary'),
    headless('overview', 'embedPanel.overview'),
    headless('util', 'embedPanel.util'),
    soloChart('utilization.gpu', 'overview.utilizationChart'),
    soloChart('memory.used', 'overview.memoryChart'),
    soloChart('power.draw', 'overview.powerChart'),
    soloChart('temperature.gpu', 'overview.temperatureChart'),
  ],
  fleet: [],
  free: [],
  utilization: [headless('lanes', 'embedPanel.util')],
  memory: [
    headless('gpus', 'embedPanel.memory'),
    part('users', 'memory.holders'),
    headlessChart('all', 'embedPanel.memoryOfAll'),
  ],
  resources: [
    chart('utilization.gpu'),
    chart('activity.sm'),
    chart('activity.tensor'),
    chart('activity.dram'),
    chart('utilization.memory'),
    chart('memory.used'),
    chart('pcie.rx'),
    chart('pcie.tx'),
    chart('nvlink.rx'),
    chart('nvlink.tx'),
    titledChart('totals', 'timeline.totals'),
    titledChart('pcie', 'embedPanel.pcie'),
    titledChart('nvlink', 'embedPanel.nvlink'),
    chart('power.draw'),
    chart('temperature.gpu'),
    chart('temperature.memory'),
    headless('readout', 'embedPanel.readout'),
  ],
  pcie: [headless('table', 'embedPanel.pcieOfEach'), headlessChart('timeline', 'embedPanel.pcie')],
  nvlink: [
    headless('pairs', 'embedPanel.pairs'),
    headless('table', 'embedPanel.nvlinkOfEach'),
    headless('matrix', 'embedPanel.nvlinkLinks'),
    part('health', 'embedPanel.linkHealth'),
  ],
  nvlinkTimeline: [chart('nvlink.tx'), chart('nvlink.rx'), headless('readout', 'embedPanel.readout')],
  machine: [
    titledChart('host.cpu.utilization', 'machine.cpu'),
    titledChart('utilization.gpu', 'machine.gpus'),
    titledChart('host.memory.used', 'machine.memory'),
    titledChart('host.disk.read', 'embedPanel.disk'),
    titledChart('host.network.receive', 'embedPanel.network'),
    titledChart('host.load.1m', 'machine.load'),
    headless('readout', 'embedPanel.readout'),
    part('cores', 'machine.cores'),
    part('disks', 'machine.disks'),
    part('networks', 'machine.networks'),
    part('processes', 'machine.processes'),
  ],
  // The table of processes, whose earlier address leads here.
  jobs: [headless('table', 'page.processes')],
  processes: [headless('table', 'page.processes')],
  history: [chart('utilization.gpu'), chart('memory.used'), chart('power.draw'), chart('temperature.gpu')],
  insights: [headless('list', 'page.insights'), headless('checks', 'embedPanel.checks')],
  timeline: [
    headless('lanes', 'timelinePage.lanes'),
    headless('sentences', 'page.timeline'),
    headless('list', 'page.events'),
    headlessChart('density', 'embedPanel.density'),
  ],
  gpu: [
    headless('gauges', 'gpuPage.gauges'),
    chart('utilization.gpu'),
    chart('memory.used'),
    chart('power.draw'),
    chart('temperature.gpu'),
    chart('clocks.current.sm'),
    titledChart('pcie', 'embedPanel.pcie'),
    titledChart('nvlink', 'embedPanel.nvlink'),
    headless('readout', 'embedPanel.readout'),
    part('reasons', 'gpuPage.reasons'),
    part('processes', 'page.processes'),
    part('nvlinks', 'gpuPage.nvlinks'),
    part('identity', 'factGroup.identity'),
    part('errors', 'factGroup.errors'),
    part('modes', 'factGroup.modes'),
    part('links', 'factGroup.links'),
    part('power', 'factGroup.power'),
  ],
  job: [],
  embed: [],
}

/** These pages render any metric of the catalogue, by its key. */
const PAGES_WITH_METRICS: readonly PageName[] = ['resources', 'gpu', 'history']

export function panelOf(page: PageName, name: string | null): Panel | null {
  return PANELS[page].find((each) => each.name === name) ?? null
}

/** The metric of a chart that the page adds, or null; the metric may be missing in the catalogue. */
export function metricPanel(page: PageName, name: string | null): MetricKey | null {
  if (name === null || panelOf(page, name) !== null || !PAGES_WITH_METRICS.includes(page)) return null
  return name.includes('.') ? (name as MetricKey) : null
}
