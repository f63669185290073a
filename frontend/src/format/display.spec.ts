import { expect, it } from 'vitest'
import { formatNumber, SCIENTIFIC } from './number'
import type { Unit } from '@/api/types'
import { displayed, formatMemory, formatPower, GIB, unitDisplay, valueScale } from './display'

function printed(unit: string, value: number): string {
  const scale = valueScale(unit, value)
  return `${formatNumber(value / scale.divisor, scale.decimals, 'en')} ${scale.unit}`.trim()
}

it.each([
  ['B', 85_520_809_984, '79.6 GiB'],
  ['B', 80 * GIB, '80 GiB'],
  ['B', 1.25 * 1024 * GIB, '1.25 TiB'],
  ['B', 4_300_800, '4.1 MiB'],
  ['B', 0, '0 GiB'],
  ['B/s', 2_638_901_123, '2.6 GB/s'],
  ['B/s', 449_912_345_678, '450 GB/s'],
  ['B/s', 23_456, '23.5 kB/s'],
  ['J', 123_456_789.123, '34.29 kWh'],
  ['J', 5123.4, '5.1 kJ'],
  ['W', 496.178, '496 W'],
  ['W', 0.214, '0.21 W'],
  ['°C', 61.4, '61 °C'],
  ['%', 12.345678, '12 %'],
  ['s', 0.001234, '1.2 ms'],
  ['s', 17.25, '17.3 s'],
  ['B', 40, '40 B'],
  ['B/s', 12, '12 B/s'],
  ['B/s', 0.02, '0.02 B/s'],
  ['J', 30, '30 J'],
  ['s', 0.00002, '20.0 µs'],
  ['', 0.53, '0.53'],
  ['', 7, '7'],
  ['ratio', 1.5e-15, '1.5×10⁻¹⁵'],
  ['ratio', 1e-12, '1×10⁻¹²'],
  ['ratio', 9.96e-9, '1×10⁻⁸'],
  ['ratio', 0.0034, '3.4×10⁻³'],
  ['ratio', 0.125, '0.13'],
  ['ratio', 0, '0'],
])('prints a value of the catalogue as the pages do: %s %d', (unit, value, expected) => {
  expect(printed(unit, value)).toBe(expected)
})

it.each([
  ['memory.used', 85_520_809_984, { unit: 'GiB', decimals: 1, value: 79.6474 }],
  ['pcie.rx', 2_638_901_123, { unit: 'GB/s', decimals: 1, value: 2.6389 }],
  ['power.draw', 496.178, { unit: 'W', decimals: 0, value: 496.178 }],
  ['energy.total', 7.2e6, { unit: 'kWh', decimals: 1, value: 2 }],
  ['nvlink.ber.effective', 1.5e-15, { unit: '', decimals: SCIENTIFIC, value: 1.5e-15 }],
  ['nvlink.links', 18, { unit: '', decimals: 0, value: 18 }],
] as const)('prints a metric in the one scale of its unit: %s', (metric, value, { unit, decimals, value: shown }) => {
  const printed = displayed(metric, value)

  expect(printed).toMatchObject({ unit, decimals })
  expect(printed.value).toBeCloseTo(shown, 3)
  expect(displayed(metric, null)).toEqual({ unit, decimals, value: null })
})

it('prints a unit of another server as it is', () => {
  expect(unitDisplay('furlong' as Unit)).toEqual({ unit: 'furlong', divisor: 1, decimals: 0 })
})

it('memory of a board is in GiB, that of a large machine in TiB', () => {
  expect(formatMemory(62.4 * 2 ** 30, 'en')).toBe('62\u202fGiB')
  expect(formatMemory(1275 * 2 ** 30, 'en')).toBe('1.25\u202fTiB')
})

it('power of a board is in W, that of a machine in kW', () => {
  expect(formatPower(700, 'en')).toBe('700\u202fW')
  expect(formatPower(5600, 'en')).toBe('5.6\u202fkW')
})
