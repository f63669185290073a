import { describe, expect, test } from 'vitest'
import { Problem, type Kernel, type KernelGpu, type KernelsResponse } from './contract'
import { idleList, type IdleList } from './idle-text'
import type { Usage } from './status-text'
import { Texts } from './texts'

const GIB = 1024 ** 3
const english = new Texts('en')

function gpu(index: number, gib: number | null, heldIdleSince: string | null): KernelGpu {
  const uuid = `GPU-${index}`
  const memoryUsed = gib === null ? null : gib * GIB
  return { index, uuid, name: 'NVIDIA H100', memoryUsed, memoryTotal: 80 * GIB, heldIdleSince, busySince: null }
}

function usage(kernels: Record<string, KernelGpu[]>, changes: Partial<KernelsResponse> = {}): KernelsResponse {
  const rows = Object.entries(kernels).map(([id, gpus]): Kernel => ({ id, pid: 1, state: 'OK', detail: null, gpus }))
  const at = '2026-11-25T14:00:00Z'
  return { at, stale: false, state: 'READY', detail: null, kernels: rows, gpus: [], insights: null, ...changes }
}

function shown({ rows, notes }: IdleList): unknown[] {
  return [rows.map(({ kernel, memory, detail }) => [kernel.id, memory, detail]), notes]
}

describe('the list of idle kernels', () => {
  const mixed = usage({
    recent: [gpu(0, 70, '2026-11-25T13:50:00.001Z')],
    small: [gpu(0, 0.5, '2026-11-25T13:50:00Z')],
    large: [gpu(1, 12, '2026-11-25T10:57:00Z'), gpu(2, 10, '2026-11-25T10:54:00Z')],
    partial: [gpu(3, 4, '2026-11-25T12:00:01Z'), gpu(4, null, '2026-11-25T12:00:01Z')],
    unknownTime: [gpu(0, 40, null)],
    unknownMemory: [gpu(0, null, '2026-11-25T08:00:00Z')],
  })

  test('has those of the minutes of the setting, largest memory first, and the number of unknown ones', () => {
    expect(shown(idleList(mixed, 10, english))).toEqual([
      [
        ['large', '22.0 GiB', 'GPU 1, 2 · idle for 3 h'],
        ['partial', 'at least 4.0 GiB', 'GPU 3, 4 · idle for 119 min'],
        ['small', '512 MiB', 'GPU 0 · idle for 10 min'],
      ],
      ['Kernels whose GPU memory or idle time is unknown: 2'],
    ])
  })

  test('is in Chinese in Chinese', () => {
    expect(shown(idleList(mixed, 120, new Texts('zh_CN')))).toEqual([
      [['large', '22.0 GiB', 'GPU 1, 2 · 已空闲 3 小时']],
      ['显存或空闲时间未知的内核：2 个'],
    ])
  })

  test('reports that none is idle', () => {
    const none = usage({ a: [gpu(0, 12, '2026-11-25T13:59:00Z')], b: [] })
    expect(shown(idleList(none, 10, english))).toEqual([
      [],
      ['No kernel has held GPU memory without work for 10 min.'],
    ])
  })

  test('does not claim that none is idle while one is unknown', () => {
    expect(shown(idleList(usage({ a: [gpu(0, 40, null)] }), 10, english))).toEqual([
      [],
      [
        'No kernel is known to have held GPU memory without work for 10 min.',
        'Kernels whose GPU memory or idle time is unknown: 1',
      ],
    ])
  })

  test.each<[string, Usage, string]>([
    ['before the first answer', null, 'not known yet'],
    ['without an answer of gpulse', new Problem('NO_ANSWER'), 'gpulse: not reachable'],
    ['with a state of the server', { ...mixed, state: 'NOT_FOUND' }, 'gpulse: not reachable'],
    ['while gpulse starts', { ...mixed, state: 'STARTING' }, 'gpulse: starting'],
    ['with values that are not current', { ...mixed, stale: true }, 'Unknown: the figures of gpulse are not current.'],
    ['without values', { ...mixed, at: null }, 'Unknown: the figures of gpulse are not current.'],
  ])('is unknown %s', (_, answer, note) => {
    expect(idleList(answer, 10, english)).toEqual({ rows: [], notes: [note] })
  })
})
