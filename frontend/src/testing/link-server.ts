import { ok, refused, type ApiHandler } from './api'
import { at, BEGIN } from './machine'

const LINKS = 18
const FAULTS = [
  'recovery.total',
  'recovery.successful',
  'recovery.failed',
  'errors.effective',
  'errors.symbol',
  'errors.integrity',
]
type Link = Record<'values' | 'absent', Record<string, number | string>>

/** A test server of the NVLinks of some GPUs. */
export class LinkServer {
  /** Number of requests for the traffic of links. */
  requests = 0
  /** Whether requests for traffic are answered. */
  available = true
  /** Whether links report error counters. */
  withHealth = false

  constructor(private readonly gpus: number) {}

  readonly handle: ApiHandler = ({ path, query }) => {
    const metrics = query.get('metrics') ?? ''
    if (path !== 'snapshot' || !metrics.startsWith('link.')) return null
    if (metrics.includes('recovery')) return this.withHealth ? ok(this.response(0, health)) : null
    this.requests++
    return this.available ? ok(this.response(2 * this.requests, traffic)) : refused(503, 'gpulse is busy')
  }

  private response(second: number, link: (gpu: number, number: number) => Link) {
    const gpus = Array.from({ length: this.gpus }, (_, index) => ({
      ...{ index, uuid: `GPU-${String(index)}`, name: 'NVIDIA H100 80GB HBM3', state: 'OK', sampledAt: at(second) },
      ...{ values: {}, facts: {}, absent: {}, processes: [], processesOmitted: 0 },
      links: Array.from({ length: LINKS }, (_each, number) => ({ link: number, facts: {}, ...link(index, number) })),
    }))
    return {
      sequence: BEGIN + second,
      takenAt: at(second),
      everyMillis: 1000,
      source: { kind: 'NVML', simulated: false },
      gpus,
      host: null,
    }
  }
}

/** The last link of the first GPU is down, its first one does not report what it receives. */
function traffic(gpu: number, number: number): Link {
  const silent = gpu === 0 && number === 0
  return {
    absent: silent ? { 'link.nvlink.rx': 'NOT_SUPPORTED' } : {},
    values: {
      'link.nvlink.state': gpu === 0 && number === LINKS - 1 ? 0 : 1,
      'link.nvlink.bandwidth.max': 26.5e9,
      'link.nvlink.tx': 5.3e9,
      ...(silent ? {} : { 'link.nvlink.rx': 5.3e9 }),
    },
  }
}

/** Link 7 of GPU 0 recovered 505 times, link 2 of GPU 1 has bit errors, and its last link is down. */
function health(gpu: number, number: number): Link {
  const counts = Object.fromEntries(FAULTS.map((key) => [`link.nvlink.${key}`, 0]))
  const recovered =
    gpu === 0 && number === 7 ? { 'link.nvlink.recovery.total': 505, 'link.nvlink.recovery.successful': 505 } : {}
  const hasErrors = gpu === 1 && number === 2
  return {
    absent: hasErrors ? {} : { 'link.nvlink.ber.effective': 'NO_DATA' },
    values: {
      'link.nvlink.state': gpu === 1 && number === LINKS - 1 ? 0 : 1,
      ...counts,
      ...recovered,
      ...(hasErrors ? { 'link.nvlink.ber.effective': 3e-12 } : {}),
    },
  }
}
