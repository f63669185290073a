import { expect, it } from 'vitest'
import { aSource } from '@/testing/snapshots'
import { simulation } from './simulation'

it('distinguishes live data, a recording and the demo', () => {
  expect(simulation(undefined)).toBeNull()
  expect(simulation(aSource())).toBeNull()
  expect(simulation(aSource({ kind: 'DEMO', simulated: true }))).toBe('demo')
  expect(simulation(aSource({ kind: 'RECORDING', simulated: true }))).toBe('recording')
})
