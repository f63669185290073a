import { expect, it } from 'vitest'
import { energyScale } from './energy'

it('prints a column in kilowatt-hours where the largest of it is one', () => {
  expect(energyScale([0.2, 1, null])).toEqual({ unit: 'kWh', perKilowattHour: 1 })
})

it('prints the energy of a minute in watt-hours, so that it is not 0.00', () => {
  expect(energyScale([0.0042, null, 0.99])).toEqual({ unit: 'Wh', perKilowattHour: 1000 })
})

it('uses kilowatt-hours for unknown and zero energy', () => {
  expect(energyScale([null]).unit).toBe('kWh')
  expect(energyScale([0]).unit).toBe('kWh')
  expect(energyScale([]).unit).toBe('kWh')
})
