import { expect, it } from 'vitest'
import type { CatalogueEntry, MetricKey } from '@/api/types'
import { snippetsOf } from './snippets'

const BASE = new URL('http://gpu-01:8080/lab/api/v1/')

function entry(key: MetricKey, nvidiaSmiName: string | null, prometheusName: string | null): CatalogueEntry {
  return {
    key,
    nvidiaSmiName,
    prometheusName,
    title: key,
    unit: 'W',
    kind: 'GAUGE',
    scope: 'GPU',
    panel: 'RESOURCES',
    cadence: 'FAST',
    window: null,
    source: '',
    help: '',
    remedies: {},
    header: key,
  }
}

const POWER = entry('power.draw', 'power.draw', 'gpulse_gpu_power_draw_watts')
const RECEIVED = entry('pcie.rx', null, 'gpulse_gpu_pcie_rx_bytes_per_second')
const USER = entry('user', null, null)

it('requests the metrics of the panel at the address of the page', () => {
  const { curl, python } = snippetsOf(BASE, 'gpus', [POWER, RECEIVED])

  expect(curl).toBe("curl -fsS 'http://gpu-01:8080/lab/api/v1/snapshot?metrics=power.draw,pcie.rx'")
  expect(python.split('\n')).toHaveLength(4)
  expect(python).toContain('urlopen("http://gpu-01:8080/lab/api/v1/snapshot?metrics=power.draw,pcie.rx")')
})

it('requests from nvidia-smi only the metrics that it has, and lists the others', () => {
  const { smi, unknownToSmi } = snippetsOf(BASE, 'gpus', [POWER, RECEIVED])

  expect(smi).toBe('nvidia-smi --query-gpu=index,power.draw --format=csv -l 1')
  expect(unknownToSmi).toEqual(['pcie.rx'])
})

it('has no command for metrics that nvidia-smi does not have', () => {
  expect(snippetsOf(BASE, 'gpus', [RECEIVED]).smi).toBeNull()
})

it('has an expression of PromQL for each metric: the rate of a counter', () => {
  const energy = { ...entry('energy.total', null, 'gpulse_gpu_energy_joules_total'), kind: 'COUNTER' as const }

  expect(snippetsOf(BASE, 'gpus', [POWER, USER, energy]).promql).toEqual([
    'gpulse_gpu_power_draw_watts',
    'rate(gpulse_gpu_energy_joules_total[5m])',
  ])
  expect(snippetsOf(BASE, 'gpus', [energy], 3).promql).toEqual(['rate(gpulse_gpu_energy_joules_total{gpu="3"}[5m])'])
  expect(snippetsOf(BASE, 'processes', [USER]).promql).toEqual([])
})

it('filters no series of the machine by a GPU', () => {
  const load = { ...entry('host.load.1m', null, 'gpulse_host_load_1m'), scope: 'HOST' as const }

  expect(snippetsOf(BASE, 'gpus', [POWER, load], 3).promql).toEqual([
    'gpulse_gpu_power_draw_watts{gpu="3"}',
    'gpulse_host_load_1m',
  ])
})

it('requests one GPU where only that is shown', () => {
  const { curl, smi, promql } = snippetsOf(BASE, 'gpus', [POWER], 3)

  expect(curl).toContain('/snapshot?metrics=power.draw&gpus=3')
  expect(promql).toEqual(['gpulse_gpu_power_draw_watts{gpu="3"}'])
  expect(smi).toBe('nvidia-smi --id=3 --query-gpu=index,power.draw --format=csv -l 1')
})

it('requests processes by their own property names', () => {
  const { curl, smi, unknownToSmi } = snippetsOf(BASE, 'processes', [USER])

  expect(curl).toBe("curl -fsS 'http://gpu-01:8080/lab/api/v1/processes'")
  expect(smi).toContain('--query-compute-apps=')
  expect(unknownToSmi).toEqual([])
})

it('cannot be broken out of by a path', () => {
  expect(snippetsOf(new URL("http://gpu-01/o'x/api/v1/"), 'gpus', [POWER]).curl).toBe(
    "curl -fsS 'http://gpu-01/o%27x/api/v1/snapshot?metrics=power.draw'",
  )
})
