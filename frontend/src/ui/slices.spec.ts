import { expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { instancesOf } from '@/store/instances'
import { anInstance, instanceValues, splitGpu } from '@/testing/mig'
import { steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { computeSlices, memorySlices } from './slices'

const plain = (text: string | undefined) => text?.replace(/[\u202f\u00a0]/g, ' ')

function instances(changes: Partial<Gpu>, silenceMillis = 0) {
  const gpu = aGpu(0, changes)
  return instancesOf(steadyMoment([gpu], { silenceMillis }), gpu)
}

it('memory has its unit, also where its use is unknown', () => {
  const mig = [
    anInstance(2, '2g.20gb', {
      values: { 'mig.memory.total': 19.5 * 2 ** 30 },
      absent: { 'mig.memory.used': 'ERROR' },
    }),
  ]

  expect(memorySlices(instances(splitGpu()), null, 'en')[1]?.title).toBe('0:2, 12.1 / 19.5 GiB')
  expect(memorySlices(instances({ mig }), null, 'en')[0]).toMatchObject({ title: '0:2, 19.5 GiB', percent: null })
})

it('old values are stale', () => {
  const stale = (silenceMillis: number) => {
    const all = instances(splitGpu(), silenceMillis)
    return [...computeSlices(all, 'en'), ...memorySlices(all, null, 'en')].map((slice) => slice.stale)
  }
  expect(stale(0)).toEqual(Array<boolean>(8).fill(false))
  expect(stale(14_000)).toEqual(Array<boolean>(8).fill(true))
})

it('compute instances of a GPU instance have its activity, and one part of the memory', () => {
  const values = instanceValues(71, 12, 19.5, 1)
  const mig = [0, 1].map((computeInstance) => anInstance(1, '1c.2g.20gb', { values, computeInstance }))
  const all = instances({ mig })

  expect(computeSlices(all, 'en').map(({ title }) => plain(title))).toEqual([
    '0:1:0, 1c.2g.20gb, SM active 71 %, of GPU instance 0:1',
    '0:1:1, 1c.2g.20gb, SM active 71 %, of GPU instance 0:1',
  ])
  expect(memorySlices(all, null, 'en').map(({ title }) => title)).toEqual(['0:1, 12.0 / 19.5 GiB'])
})
