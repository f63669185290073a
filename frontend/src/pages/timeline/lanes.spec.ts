import { describe, expect, it } from 'vitest'
import type { StateName, StateSegment, StatesOfGpu, UsageInterval } from '@/api/types'
import { aGpu } from '@/testing/snapshots'
import { splitGpu } from '@/testing/mig'
import type { JobBar } from './jobs'
import { instanceSegments, intervalsOf, shownStates, splitsOf, subjectsOf } from './lanes'

const SPAN = { from: 0, to: 100 }

function segment(from: number, to: number, state: StateName, cause: string | null = null): StateSegment {
  return { from, to, state, cause }
}
function bar(from: number, to: number): JobBar {
  return { key: `${from}`, from, to, program: null, users: [], ended: true }
}
function statesOf(uuid: string, segments: StateSegment[]): StatesOfGpu {
  return { gpu: { index: 0, uuid }, segments } as unknown as StatesOfGpu
}
const shown = (segments: StateSegment[], present: string[] = ['a']) =>
  shownStates({ gpus: [statesOf('a', segments)] } as never, present, SPAN).map((each) => each.segments)

describe('the states of a lane', () => {
  it('begin with time without samples, where the first sample is later than the period', () => {
    expect(shown([segment(40, 100, 'busy')])).toEqual([[segment(0, 40, 'no_samples'), segment(40, 100, 'busy')]])
    expect(shown([])).toEqual([[segment(0, 100, 'no_samples')]])
    expect(shown([segment(0, 100, 'busy')])).toEqual([[segment(0, 100, 'busy')]])
  })

  it('are not shown of a GPU that was removed before the period', () => {
    expect(shown([segment(0, 100, 'no_samples')], [])).toEqual([])
    expect(shown([segment(0, 50, 'busy'), segment(50, 100, 'no_samples')], [])).toHaveLength(1)
  })
})

describe('the states of an instance', () => {
  const ofGpu = [segment(0, 10, 'no_samples'), segment(10, 80, 'busy'), segment(80, 100, 'lost')]

  it('are the gaps and faults of its GPU, and free time between its processes', () => {
    expect(instanceSegments(ofGpu, [bar(5, 20), bar(30, 40)], true)).toEqual([
      segment(0, 10, 'no_samples'),
      segment(20, 30, 'free'),
      segment(40, 80, 'free'),
      segment(80, 100, 'lost'),
    ])
  })

  it('are not free where no process of the GPU is known', () => {
    expect(instanceSegments(ofGpu, [], false)).toEqual([segment(0, 10, 'no_samples'), segment(80, 100, 'lost')])
  })

  it('have no gap where only the utilization of the GPU is not reported', () => {
    expect(instanceSegments([segment(0, 100, 'no_samples', 'not_reported')], [bar(0, 100)], true)).toEqual([])
  })
})

describe('the processes of a lane', () => {
  const [gpu, ...instances] = subjectsOf({ index: 0, uuid: 'a' }, splitsOf([{ ...aGpu(0), uuid: 'a', ...splitGpu() }]))
  const on = (gpuInstance: number | null) =>
    ({ gpu: 'a', gpuInstance, computeInstance: gpuInstance === null ? null : 0 }) as UsageInterval

  it('are those of its instance, or of the GPU where there is no such lane', () => {
    const all = [on(1), on(4), on(9), on(null), { ...on(1), gpu: 'b' }]

    expect(instances.map(({ instance }) => instance?.id)).toEqual(['0:1', '0:2', '0:3', '0:4'])
    expect(instances.map((lane) => intervalsOf(all, lane).length)).toEqual([1, 0, 0, 1])
    expect(gpu && intervalsOf(all, gpu)).toEqual([on(9), on(null)])
  })
})
