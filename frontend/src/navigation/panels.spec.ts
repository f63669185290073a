import { expect, it } from 'vitest'
import type { MetricKey } from '@/api/types'
import { t } from '@/i18n/words'
import type { PageName } from './pages'
import { limitsOf, momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { gpuCharts } from '@/pages/gpu/gpu-charts'
import { FACT_GROUPS } from '@/pages/gpu/facts'
import { machineCharts } from '@/pages/machine/machine-charts'
import { nvlinkCharts } from '@/pages/nvlink-timeline/nvlink-charts'
import { soloCharts } from '@/pages/overview/solo'
import { liveScene } from '@/time-page/live-scene'
import { ACTIVITY, resourceCharts } from '@/pages/resources/resource-charts'
import { metricPanel, PANELS, panelOf } from './panels'

const GIB = 2 ** 30
const VALUES = {
  ...{ 'utilization.gpu': 50, 'utilization.memory': 9, 'memory.used': GIB, 'power.draw': 300 },
  ...{ 'temperature.gpu': 60, 'temperature.memory': 70, 'clocks.current.sm': 1500 },
  ...{ 'pcie.rx': 3e9, 'pcie.tx': 1e9, 'nvlink.rx': 3e9, 'nvlink.tx': 1e9 },
  ...Object.fromEntries(ACTIVITY.map((metric) => [metric, 40])),
}
const MOST = { 'clocks.max.sm': 1980, 'pcie.bandwidth.max': 63e9, 'nvlink.bandwidth.max': 450e9 }
const GPUS = [0, 1].map((index) => aGpu(index, { values: { ...VALUES, ...MOST } }))
const MOMENT = steadyMoment(GPUS, { limits: limitsOf(GPUS, { ...MOST, 'enforced.power.limit': 500 }) })
const [GPU = aGpu(0)] = GPUS

function charts(page: PageName): string[] {
  return PANELS[page]
    .filter((panel) => panel.chart === true)
    .map(({ name }) => name)
    .sort()
}

function ids(made: readonly { id: string }[]): string[] {
  return made.map(({ id }) => id).sort()
}

it('knows every chart of the resources', () => {
  expect(charts('resources')).toEqual(ids(resourceCharts(liveScene(MOMENT, null, t), null)))
})

it('knows every chart of a GPU, and every group of its facts', () => {
  const known = { moment: MOMENT, gpu: GPU, detail: GPU, detailStaleMillis: 0 }

  expect(charts('gpu')).toEqual(ids(gpuCharts(known, t)))
  expect(FACT_GROUPS.filter(({ id }) => panelOf('gpu', id) === null)).toEqual([])
})

it('knows every chart of NVLink and of a single GPU', () => {
  expect(charts('nvlinkTimeline')).toEqual(ids(nvlinkCharts(liveScene(MOMENT, null, t), 'fit')))
  expect(charts('overview')).toEqual(
    soloCharts(MOMENT, GPU, t)
      .map(({ metric }) => metric as string)
      .sort(),
  )
})

it('knows every chart of the machine', () => {
  const reported: MetricKey[] = [
    'host.cpu.utilization',
    'host.memory.used',
    'host.disk.read',
    'host.network.receive',
    'host.load.1m',
  ]
  const plain = aSnapshot(1).host
  if (plain === null) throw new Error('A snapshot has a host')
  const host = { ...plain, values: Object.fromEntries(reported.map((metric) => [metric, 50])) }
  const moment = momentAfter([1, 2, 3].map((second) => aSnapshot(second, { gpus: GPUS, host })))

  expect(charts('machine')).toEqual(ids(machineCharts(moment, { threads: 8, disk: null, network: null }, t)))
})

it('every panel has a name of its own on its page, and a title', () => {
  for (const panels of Object.values(PANELS)) {
    expect(new Set(panels.map(({ name }) => name)).size).toBe(panels.length)
    expect(panels.filter(({ title }) => 'key' in title && t(title.key) === title.key)).toEqual([])
  }
})

it('any key is drawn where a page draws any number, unless the page has a panel of that name', () => {
  expect(metricPanel('gpu', 'bar1.used')).toBe('bar1.used')
  expect(metricPanel('gpu', 'power.draw')).toBeNull()
  expect(metricPanel('gpu', 'constructor')).toBeNull()
  expect(metricPanel('memory', 'bar1.used')).toBeNull()
  expect(panelOf('memory', 'constructor')).toBeNull()
})
