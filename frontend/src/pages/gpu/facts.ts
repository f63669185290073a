import type { In } from '@/i18n/keys'
import type { MetricKey } from '@/api/types'

/** Metrics of a table; the list at the end of the page has all. */
export interface FactGroup {
  id: In<'factGroup'>
  rows: readonly { metric: MetricKey; alarming?: boolean }[]
}

const row = (metric: MetricKey) => ({ metric })
/** A metric whose values above 0 are a problem. */
const alarm = (metric: MetricKey) => ({ metric, alarming: true })

export const IDENTITY: FactGroup = {
  id: 'identity',
  rows: [
    row('uuid'),
    row('pci.bus_id'),
    row('serial'),
    row('architecture'),
    row('compute_cap'),
    row('vbios_version'),
    row('board_part_number'),
    row('numa_node'),
    row('memory.kind'),
    row('minor_number'),
  ],
}

export const MODES: FactGroup = {
  id: 'modes',
  rows: [
    row('pstate'),
    row('persistence_mode'),
    row('compute_mode'),
    row('mig.mode.current'),
    row('mig.mode.pending'),
    row('ecc.mode.current'),
    row('ecc.mode.pending'),
    row('driver_model.current'),
    row('addressing_mode'),
    row('gsp.mode.current'),
    row('accounting.mode'),
    row('display_active'),
  ],
}

export const ERRORS: FactGroup = {
  id: 'errors',
  rows: [
    row('ecc.errors.corrected.volatile.total'),
    row('ecc.errors.corrected.aggregate.total'),
    alarm('ecc.errors.uncorrected.volatile.total'),
    alarm('ecc.errors.uncorrected.aggregate.total'),
    row('retired_pages.single_bit_ecc.count'),
    alarm('retired_pages.double_bit.count'),
    alarm('retired_pages.pending'),
    row('remapped_rows.correctable'),
    alarm('remapped_rows.uncorrectable'),
    alarm('remapped_rows.pending'),
    alarm('remapped_rows.failure'),
    row('gpu_recovery_action'),
  ],
}

export const LINKS: FactGroup = {
  id: 'links',
  rows: [
    row('pcie.link.gen.current'),
    row('pcie.link.gen.max'),
    row('pcie.link.width.current'),
    row('pcie.link.width.max'),
    row('pcie.replays'),
    row('nvlink.links.up'),
    row('nvlink.links'),
    row('fabric.state'),
  ],
}

export const POWER: FactGroup = {
  id: 'power',
  rows: [
    row('enforced.power.limit'),
    row('power.default_limit'),
    row('power.min_limit'),
    row('power.max_limit'),
    row('temperature.gpu.tlimit'),
    row('temperature.threshold.slowdown'),
    row('temperature.threshold.shutdown'),
    row('energy.total'),
  ],
}

/** Every table of facts, in the order of the page. */
export const FACT_GROUPS: readonly FactGroup[] = [IDENTITY, MODES, POWER, ERRORS, LINKS]

/** The metrics of all tables, once each. */
export function shownMetrics(): MetricKey[] {
  return [...new Set(FACT_GROUPS.flatMap(({ rows }) => rows.map(({ metric }) => metric)))]
}
