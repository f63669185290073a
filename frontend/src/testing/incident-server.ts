import type { GpuEvent, Insight, InsightCheck } from '../api/types'
import { ago, CHECKS, gpu, HOUR, INSIGHTS, MINUTE, RESOLVED, type JsonOf } from './incident-scene'
import { ok, refused, type ApiHandler, type ApiResponse } from './api'
import { NOW } from './past'

let ids = 40
export function anEvent(changes: JsonOf<GpuEvent>): JsonOf<GpuEvent> & { id: number; sequence: number; at: string } {
  const id = (changes.id as number | undefined) ?? ids--
  return {
    ...{
      id,
      sequence: NOW + id,
      at: ago(MINUTE),
      until: null,
      kind: 'process_started',
      severity: 'info',
      gpu: null,
      xid: null,
      count: 1,
    },
    ...{ title: 'Something happened', detail: null, action: null, blame: [], facts: {}, translations: {} },
    ...changes,
  } as JsonOf<GpuEvent> & { id: number; sequence: number; at: string }
}

const zh = (title: string, more: object = {}) => ({ zh: { title, detail: null, action: null, ...more } })

export const EVENTS = [
  anEvent({
    ...{ at: ago(3 * MINUTE), until: ago(2 * MINUTE), kind: 'clocks', severity: 'warning', gpu: gpu(7) },
    ...{ title: 'Throttled for 61 s, SM clock down to 1 365 MHz', facts: { lowestSmClockMhz: '1365' } },
    reportedAt: ago(2.8 * MINUTE),
    translations: zh('降频 61 秒，SM 频率降至 1 365 MHz'),
  }),
  anEvent({
    ...{
      at: ago(31 * MINUTE),
      kind: 'insight',
      severity: 'warning',
      gpu: gpu(4),
      title: 'Idle for 10 min while holding 62.0 GiB',
    },
    ...{ facts: { rule: 'idle-allocated' }, translations: zh('空闲 10 分钟且占用 62.0 GiB') },
  }),
  anEvent({
    ...{ at: ago(2 * HOUR), kind: 'process_started', gpu: gpu(5), title: 'tensorboard (pid 40211, mchen) started' },
    ...{ facts: { pid: '40211', user: 'mchen' }, translations: zh('train.py（pid 40211，mchen）已启动') },
  }),
  anEvent({
    ...{ at: ago(3 * HOUR), kind: 'process_started', gpu: null, title: 'train.py × 4 (mchen) started' },
    ...{ facts: { gpus: '0-3', user: 'mchen' }, translations: zh('train.py × 4（mchen）已启动') },
  }),
  anEvent({
    ...{ at: ago(5 * HOUR), kind: 'xid', severity: 'critical', gpu: gpu(2), xid: 79, count: 2 },
    title: 'GPU 2 fell off the bus (Xid 79)',
    detail: 'The driver cannot reach the GPU over PCIe any more. Work on it is lost.',
    action: 'Drain the machine and restart it. If it happens again, have the board, its power and its slot checked.',
    ...{ blame: ['bus', 'power', 'thermal'], facts: { pid: '41102', process: 'train.py' } },
    translations: zh('GPU 2 从总线上掉卡（Xid 79）', {
      detail: '驱动已无法通过 PCIe 访问该 GPU。',
      action: '排空并重启主机。',
    }),
  }),
  anEvent({
    ...{
      at: ago(10.4 * HOUR),
      until: ago(10 * HOUR),
      kind: 'gap',
      severity: 'warning',
      title: 'Nothing was sampled for 22 min',
    },
    translations: zh('22 分钟没有采样'),
  }),
  anEvent({
    ...{ at: ago(10 * HOUR), kind: 'gpulse_started', title: 'gpulse started', translations: zh('gpulse 已启动') },
  }),
  ...Array.from({ length: 12 }, (_, i) =>
    anEvent({
      ...{
        at: ago((11 + (i % 5)) * HOUR),
        kind: 'process_ended',
        gpu: gpu(i % 8),
        title: `eval.py (pid ${39000 + i}, mchen) ended`,
      },
      ...{ facts: { pid: String(39000 + i) }, translations: zh(`train.py（pid ${39000 + i}，mchen）已结束`) },
    }),
  ),
]

/** A test server of a machine with incidents. */
export class IncidentServer {
  insights: JsonOf<Insight>[] = [...INSIGHTS, RESOLVED]
  checks: JsonOf<InsightCheck>[] = [...CHECKS]
  events = [...EVENTS]
  /** Queries of all requests for events. */
  readonly queries: URLSearchParams[] = []
  /** Bodies of the requested silences. */
  readonly silenced: unknown[] = []
  /** Status of every request that changes silences. */
  silenceStatus = 201
  /** Status of every response. */
  status = 200

  readonly handle: ApiHandler = ({ path, query, method, body }) => {
    if (path.startsWith('silences')) return this.silence(path, method, body)
    if (path !== 'insights' && path !== 'events') return null
    if (this.status !== 200) return refused(this.status, 'As the server tells it.')
    if (path === 'events') {
      this.queries.push(query)
      return ok(eventPage(this.events, query))
    }
    const insights = this.insights.filter((each) => query.get('state') === 'all' || each.state === 'active')
    return ok({ evaluatedAt: ago(0), insights, checks: this.checks })
  }

  /** Silences the insights of the rule, or ends the silence. */
  private silence(path: string, method: string, body: unknown): ApiResponse {
    if (this.silenceStatus >= 400) return refused(this.silenceStatus, 'As the server tells it.')
    const silence = { id: '7', until: ago(-HOUR), reason: 'known', ...(body as object | null), rule: undefined }
    const changed = { ...silence, until: ago(-HOUR) }
    this.silenced.push(method === 'DELETE' ? path : body)
    this.insights = this.insights.map((each) => {
      if (method === 'DELETE') return each.state === 'silenced' ? { ...each, state: 'active', silence: null } : each
      return each.rule === (body as Insight).rule ? { ...each, state: 'silenced', silence: changed } : each
    })
    return method === 'DELETE' ? { status: 204, body: null } : { status: 201, body: changed }
  }
}

/** Filters and pages events as the server does. */
function eventPage(events: IncidentServer['events'], query: URLSearchParams) {
  const sequence = Math.max(...events.map((event) => event.sequence))
  const since = query.get('since')
  if (since !== null) {
    const changed = events.filter((event) => event.sequence > Number(since))
    return { events: changed.sort((a, b) => a.sequence - b.sequence), next: null, sequence }
  }
  const kinds = query.get('kinds')?.split(',')
  const gpus = query.get('gpus')?.split(',')
  const limit = Number(query.get('limit'))
  const before = Number(query.get('before') ?? Infinity)
  const found = events
    .filter(({ id, kind, gpu: of }) => {
      const index = String((of as { index: number } | null)?.index)
      return id < before && (kinds?.includes(kind as string) ?? true) && (gpus?.includes(index) ?? true)
    })
    .sort((a, b) => b.id - a.id)
  const page = found.slice(0, limit)
  return { events: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null, sequence }
}
