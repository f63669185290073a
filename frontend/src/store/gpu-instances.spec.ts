import { expect, it } from 'vitest'
import { anInstance, instanceValues, processOn, splitGpu } from '@/testing/mig'
import { aProcess, steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { gpuInstancesOf } from './gpu-instances'
import { instancesOf } from './instances'

/** The GPU instances of a GPU whose first has compute instances with these numbers of processes. */
function joined(...running: (number | null)[]) {
  const mig = running.map((n, computeInstance) => {
    const values = instanceValues(60, running.every((each) => each === 0) ? 0 : 12, 19.5, n ?? 0)
    if (n === null) delete values['mig.processes.running']
    return anInstance(1, '1c.2g.20gb', { computeInstance, values })
  })
  const processes = running.flatMap((n, place) => (n ? [processOn(1, aProcess(place, 'mchen'), place)] : []))
  const gpu = aGpu(0, { mig: [...mig, anInstance(2, '1g.10gb')], processes })
  return gpuInstancesOf(instancesOf(steadyMoment([gpu]), gpu))
}

it('compute instances of a GPU instance are one, with the processes of all', () => {
  const [first, second, ...more] = joined(0, 2, 1)

  expect(first).toMatchObject({ id: '0:1', profile: '2g.20gb', slices: 3, use: 'used', running: 3 })
  expect(first?.processes.map(({ pid }) => pid)).toEqual([1, 2])
  expect(second?.id).toBe('0:2')
  expect(more).toEqual([])
})

it('a GPU instance is free only if all of it is', () => {
  expect(joined(0, 0)[0]).toMatchObject({ use: 'free', running: 0 })
  for (const running of [[0, null] as const, [null, 0] as const])
    expect(joined(...running)[0]).toMatchObject({ use: 'unknown', running: null })
  expect(joined(1, null)[0]?.use).toBe('used')
})

it('an instance that shares nothing stays the same', () => {
  const gpu = aGpu(0, splitGpu())
  const all = instancesOf(steadyMoment([gpu]), gpu)

  expect(gpuInstancesOf(all)).toEqual(all)
})

it('a GPU instance needs a look if one of its compute instances does', () => {
  const mig = [0, 1].map((computeInstance) => anInstance(1, '1c.2g.20gb', { computeInstance }))
  const gpu = aGpu(0, { mig })
  const health = (...each: ('ok' | 'warn')[]) =>
    gpuInstancesOf(
      instancesOf(steadyMoment([gpu]), gpu).map((one, place) => ({ ...one, health: each[place] ?? 'ok' })),
    )[0]?.health

  expect(health('ok', 'warn')).toBe('warn')
  expect(health('warn', 'ok')).toBe('warn')
  expect(health('ok', 'ok')).toBe('ok')
})
