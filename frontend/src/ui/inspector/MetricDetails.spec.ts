import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import type { CatalogueEntry } from '@/api/types'
import MetricDetails from './MetricDetails.vue'

const ENERGY: CatalogueEntry = {
  key: 'energy.total',
  nvidiaSmiName: 'total_energy_consumption',
  prometheusName: 'gpulse_gpu_energy_joules_total',
  title: 'Energy',
  unit: 'J',
  kind: 'COUNTER',
  scope: 'GPU',
  panel: 'RESOURCES',
  cadence: 'FAST',
  window: null,
  source: 'nvmlDeviceGetTotalEnergyConsumption',
  help: '',
  remedies: {},
  header: 'energy',
}

it('copies the names of the metric in other tools as commands, for the GPU of the number', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const card = mount(MetricDetails, { props: { entry: ENERGY, everyMillis: 1000, gpu: 3 } })
  for (const button of card.findAll('button')) await button.trigger('click')

  expect(write.mock.calls.flat()).toEqual([
    'nvidia-smi --query-gpu=total_energy_consumption --format=csv',
    'rate(gpulse_gpu_energy_joules_total{gpu="3"}[5m])',
    expect.stringMatching(/^curl -fsS 'http\S+\/api\/v1\/snapshot\?metrics=energy\.total'$/),
  ])
})
