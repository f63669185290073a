import { expect, it } from 'vitest'
import { aSource } from '@/testing/snapshots'
import { simulation } from './simulation'

it('numbers that are not of now are told from live ones, and a recording from the demo', () => {
  expect(simulation(undefined)).toBeNull()
  expect(simulation(aSource())).toBeNull()
  expect(simulation(aSource({ kind: 'DEMO', simulated: true }))).toBe('demo')
  expect(simulation(aSource({ kind: 'RECORDING', simulated: true }))).toBe('recording')
})
