import { expect, it } from 'vitest'
import { energyScale } from './energy'

it('prints a column in kilowatt-hours where the largest of it is one', () => {
  expect(energyScale([0.2, 1, null])).toEqual({ unit: 'kWh', perKilowattHour: 1 })
})

it('prints what a minute took in watt-hours, so that it is not 0.00', () => {
  expect(energyScale([0.0042, null, 0.99])).toEqual({ unit: 'Wh', perKilowattHour: 1000 })
})

it('keeps to kilowatt-hours where nothing is known or nothing was used', () => {
  expect(energyScale([null]).unit).toBe('kWh')
  expect(energyScale([0]).unit).toBe('kWh')
  expect(energyScale([]).unit).toBe('kWh')
})
