import type { MetricKey } from '@/api/types'

/** Rows that have a table of their own; everything else is in the full list below them. */
export interface FactGroup {
  id: string
  rows: readonly { metric: MetricKey; label: string; alarming?: boolean }[]
}

const row = (metric: MetricKey, label: string) => ({ metric, label })
/** Anything but 0 deserves a look. */
const alarm = (metric: MetricKey, label: string) => ({ metric, label, alarming: true })

export const IDENTITY: FactGroup = {
  id: 'identity',
  rows: [
    row('uuid', 'gpuFact.uuid'),
    row('pci.bus_id', 'gpuFact.bus'),
    row('serial', 'gpuFact.serial'),
    row('architecture', 'gpuFact.architecture'),
    row('compute_cap', 'gpuFact.computeCap'),
    row('vbios_version', 'gpuFact.vbios'),
    row('board_part_number', 'gpuFact.part'),
    row('numa_node', 'gpuFact.numa'),
    row('minor_number', 'gpuFact.minor'),
  ],
}

export const FACT_GROUPS: readonly FactGroup[] = [
  {
    id: 'modes',
    rows: [
      row('pstate', 'gpuFact.pstate'),
      row('persistence_mode', 'gpuFact.persistence'),
      row('compute_mode', 'gpuFact.computeMode'),
      row('mig.mode.current', 'gpuFact.mig'),
      row('mig.mode.pending', 'gpuFact.migPending'),
      row('ecc.mode.current', 'gpuFact.ecc'),
      row('ecc.mode.pending', 'gpuFact.eccPending'),
      row('driver_model.current', 'gpuFact.driverModel'),
      row('addressing_mode', 'gpuFact.addressing'),
      row('gsp.mode.current', 'gpuFact.gsp'),
      row('accounting.mode', 'gpuFact.accounting'),
      row('display_active', 'gpuFact.display'),
    ],
  },
  {
    id: 'errors',
    rows: [
      row('ecc.errors.corrected.volatile.total', 'gpuFact.corrected'),
      row('ecc.errors.corrected.aggregate.total', 'gpuFact.correctedEver'),
      alarm('ecc.errors.uncorrected.volatile.total', 'gpuFact.uncorrected'),
      alarm('ecc.errors.uncorrected.aggregate.total', 'gpuFact.uncorrectedEver'),
      row('retired_pages.single_bit_ecc.count', 'gpuFact.retiredSingle'),
      alarm('retired_pages.double_bit.count', 'gpuFact.retiredDouble'),
      alarm('retired_pages.pending', 'gpuFact.retiredPending'),
      row('remapped_rows.correctable', 'gpuFact.remapped'),
      alarm('remapped_rows.uncorrectable', 'gpuFact.remappedUncorrectable'),
      alarm('remapped_rows.pending', 'gpuFact.remapPending'),
      alarm('remapped_rows.failure', 'gpuFact.remapFailed'),
      row('gpu_recovery_action', 'gpuFact.recovery'),
    ],
  },
  {
    id: 'links',
    rows: [
      row('pcie.link.gen.current', 'gpuFact.pcieGen'),
      row('pcie.link.gen.max', 'gpuFact.pcieGenMax'),
      row('pcie.link.width.current', 'gpuFact.pcieWidth'),
      row('pcie.link.width.max', 'gpuFact.pcieWidthMax'),
      row('pcie.replays', 'gpuFact.replays'),
      row('nvlink.links.up', 'gpuFact.linksUp'),
      row('nvlink.links', 'gpuFact.links'),
      row('fabric.state', 'gpuFact.fabric'),
    ],
  },
  {
    id: 'power',
    rows: [
      row('enforced.power.limit', 'gpuFact.enforced'),
      row('power.default_limit', 'gpuFact.defaultLimit'),
      row('power.min_limit', 'gpuFact.minLimit'),
      row('power.max_limit', 'gpuFact.maxLimit'),
      row('temperature.gpu.tlimit', 'gpuFact.margin'),
      row('temperature.threshold.slowdown', 'gpuFact.slowdown'),
      row('temperature.threshold.shutdown', 'gpuFact.shutdown'),
      row('energy.total', 'gpuFact.energy'),
    ],
  },
]
