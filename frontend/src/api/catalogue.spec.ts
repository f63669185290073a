import { expect, it } from 'vitest'
import { aGpu } from '@/testing/snapshots'
import { unitOf, type MetricKey } from './catalogue.gen'

it('knows the unit of a metric', () => {
  expect(unitOf('power.draw')).toBe('W')
  expect(unitOf('host.memory.used')).toBe('B')
  expect(unitOf('host.load.1m')).toBe('')
  expect(unitOf('pstate')).toBe('')
})

it('does not compile with a key that the catalogue lacks', () => {
  // @ts-expect-error A slip of the pen.
  const wrong: MetricKey = 'power.drwa'
  // @ts-expect-error The same where a value is looked up.
  const value: unknown = aGpu(0).values['power.drwa']

  expect([wrong, value]).toEqual(['power.drwa', undefined])
})
