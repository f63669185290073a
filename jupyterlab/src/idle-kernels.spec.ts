import { describe, expect, test } from 'vitest'
import type { Kernel, KernelsResponse } from './contract'
import { idleKernels, unknownKernels } from './idle-kernels'

const NOW = new Date('2026-11-25T14:00:00Z')

function gpu(index: number, heldIdleSince: string | null, memoryUsed: number | null = 1024): Kernel['gpus'][number] {
  const uuid = `GPU-${index}`
  return { index, uuid, name: 'NVIDIA H100', memoryUsed, memoryTotal: 4096, heldIdleSince, busySince: null }
}

function usage(gpus: Kernel['gpus'], stale = false): KernelsResponse {
  const kernels: Kernel[] = [{ id: 'k', pid: 1, state: 'OK', detail: null, gpus }]
  return { at: NOW.toISOString(), stale, state: 'READY', detail: null, kernels, gpus: [], insights: null }
}

describe('idle kernels', () => {
  test('are those that have held memory for the hours of the setting', () => {
    const answer = usage([gpu(0, '2026-11-25T12:00:00Z')])
    expect(idleKernels(answer, 2, NOW)).toMatchObject([{ hours: 2, bytes: 1024 }])
    expect(idleKernels(answer, 2.1, NOW)).toEqual([])
  })

  test('are idle since the last of their GPUs became idle', () => {
    const answer = usage([gpu(0, '2026-11-25T08:00:00Z'), gpu(1, '2026-11-25T11:00:00Z')])
    expect(idleKernels(answer, 2, NOW)).toMatchObject([{ hours: 3, bytes: 2048 }])
  })

  test.each([
    ['work on another GPU', usage([gpu(0, '2026-11-25T08:00:00Z'), gpu(1, null)])],
    ['no GPU', usage([])],
    ['unknown memory', usage([gpu(0, '2026-11-25T08:00:00Z', null)])],
    ['values that are not current', usage([gpu(0, '2026-11-25T08:00:00Z')], true)],
  ])('are not those with %s', (_, answer) => {
    expect(idleKernels(answer, 2, NOW)).toEqual([])
  })

  test('have one span as long as they are idle', () => {
    const spans = [NOW, new Date('2026-11-25T20:00:00Z')].map(
      (now) => idleKernels(usage([gpu(0, '2026-11-25T08:00:00Z')]), 2, now)[0]?.span,
    )
    expect(spans[0]).toBe(spans[1])
  })
})

describe('kernels of which it is unknown', () => {
  const since = '2026-11-25T13:59:00Z'
  const busy = { ...gpu(1, null), busySince: since }

  test.each([
    ['idle for a minute', [gpu(0, since)], 0],
    ['work on one of two GPUs', [gpu(0, since), busy], 0],
    ['work, unknown memory', [{ ...busy, memoryUsed: null }], 0],
    ['no GPU', [], 0],
    ['no memory, unknown idle time', [gpu(0, null, 0)], 0],
    ['unknown idle time', [gpu(0, null)], 1],
    ['unknown idle time of one of two GPUs', [gpu(0, since), gpu(1, null)], 1],
    ['unknown memory', [gpu(0, since, null)], 1],
    ['no memory on one GPU, unknown memory on the other', [gpu(0, since, 0), gpu(1, since, null)], 1],
  ])('%s', (_, gpus, expected) => {
    expect(unknownKernels(usage(gpus), NOW)).toBe(expected)
  })

  test.each(['REMOTE', 'OTHER_MACHINE', 'UNKNOWN'] as const)('the state %s', (state) => {
    const answer = usage([])
    expect(unknownKernels({ ...answer, kernels: answer.kernels.map((kernel) => ({ ...kernel, state })) }, NOW)).toBe(1)
  })
})
