import type { GpuEvent, Insight } from '@/api/types'
import { START } from './snapshots'

const at = (second: number) => new Date(START + second * 1000).toISOString()

export function anInsight(changes: Partial<Insight> = {}): Insight {
  return {
    id: 'idle-allocated/GPU-4',
    rule: 'idle-allocated',
    severity: 'warning',
    state: 'active',
    silence: null,
    since: at(-600),
    reportedAt: at(0),
    until: null,
    gpus: [{ index: 4, uuid: 'GPU-4' }],
    sentence: 'GPU 4 is idle.',
    short: 'Idle',
    cause: 'No kernel has run.',
    advice: 'End it.',
    evidence: [],
    chart: null,
    process: null,
    translations: {},
    ...changes,
  }
}

export function anEvent(id: number, changes: Partial<GpuEvent> = {}): GpuEvent {
  return {
    id,
    sequence: 1000 + id,
    at: at(id),
    reportedAt: null,
    until: null,
    kind: 'process_started',
    severity: 'info',
    gpu: { index: 0, uuid: 'GPU-0' },
    gpus: [],
    xid: null,
    count: 1,
    title: `Event ${id}`,
    detail: null,
    action: null,
    blame: [],
    facts: {},
    translations: {},
    ...changes,
  }
}
