import { unitOf, type MetricKey, type Unit } from '@/api/catalogue.gen'
import { formatNumber, SCIENTIFIC } from './number'

export const GIB = 2 ** 30
const TIB = 2 ** 40
export const GIGA = 1e9
export const MEGA = 1e6
const KILO = 1000
const KILOWATT_HOUR = 3.6e6

/** A unit that keeps a number short, as it is printed. */
export interface Scale {
  unit: string
  divisor: number
  decimals: number
}

/**
 * How columns, charts and gauges print a unit of the catalogue: one scale for all their values, so that they can be
 * compared at a glance. A single value has a scale of its own: `valueScale`.
 */
const DISPLAY: Readonly<Record<Unit, Scale>> = {
  '': { unit: '', divisor: 1, decimals: 0 },
  '%': { unit: '%', divisor: 1, decimals: 0 },
  '°C': { unit: '°C', divisor: 1, decimals: 0 },
  W: { unit: 'W', divisor: 1, decimals: 0 },
  MHz: { unit: 'MHz', divisor: 1, decimals: 0 },
  B: { unit: 'GiB', divisor: GIB, decimals: 1 },
  'B/s': { unit: 'GB/s', divisor: GIGA, decimals: 1 },
  J: { unit: 'kWh', divisor: KILOWATT_HOUR, decimals: 1 },
  s: { unit: 's', divisor: 1, decimals: 0 },
  '/s': { unit: '/s', divisor: 1, decimals: 0 },
  ratio: { unit: '', divisor: 1, decimals: SCIENTIFIC },
}

/** The scale of a metric among others of its unit; the unit is that of the catalogue. */
export function displayOf(metric: MetricKey): Scale {
  return DISPLAY[unitOf(metric)]
}

/** The same for a unit that a server of another version may report. */
export function unitDisplay(unit: Unit): Scale {
  return (DISPLAY as Partial<typeof DISPLAY>)[unit] ?? { unit, divisor: 1, decimals: 0 }
}

/** One value of a metric, as `Quantity` takes it. */
export function displayed(metric: MetricKey, value: number | null) {
  const { unit, divisor, decimals } = displayOf(metric)
  return { unit, decimals, value: value === null ? null : value / divisor }
}

/** The scale of an amount of memory: GiB for one board, TiB for a whole machine. */
export function memoryScale(bytes: number): Scale {
  return bytes >= TIB ? { unit: 'TiB', divisor: TIB, decimals: 2 } : { unit: 'GiB', divisor: GIB, decimals: 0 }
}

/** "62 GiB" or "1.24 TiB", as text between words. */
export function formatMemory(bytes: number, locale: string): string {
  const { unit, divisor, decimals } = memoryScale(bytes)
  return `${formatNumber(bytes / divisor, decimals, locale)}\u202f${unit}`
}

/** The scale of a power: W for one board, kW for a whole machine. */
export function powerScale(watts: number): Scale {
  return watts >= KILO ? { unit: 'kW', divisor: KILO, decimals: 2 } : { unit: 'W', divisor: 1, decimals: 0 }
}

/** "5.4 kW" or "700 W", as text between words. */
export function formatPower(watts: number, locale: string): string {
  const { unit, divisor, decimals } = powerScale(watts)
  return `${formatNumber(watts / divisor, Math.min(decimals, 1), locale)}\u202f${unit}`
}

const MIB = 2 ** 20
const KIB = 2 ** 10
const ROUNDED_AWAY = 0.5
const WITHOUT_DECIMALS = new Set(['%', 'W', '°C', 'MHz', '/s'])

/** By unit of the catalogue, the largest scale first; each is used for values from `from` on. */
const SCALES: Record<string, readonly (Scale & { from: number })[]> = {
  B: [
    { unit: 'TiB', divisor: TIB, decimals: 2, from: TIB },
    { unit: 'GiB', divisor: GIB, decimals: 1, from: GIB / 10 },
    { unit: 'MiB', divisor: MIB, decimals: 1, from: MIB / 10 },
    { unit: 'KiB', divisor: KIB, decimals: 1, from: KIB },
    { unit: 'B', divisor: 1, decimals: 0, from: 0 },
  ],
  'B/s': [
    { unit: 'GB/s', divisor: GIGA, decimals: 0, from: 100 * GIGA },
    { unit: 'GB/s', divisor: GIGA, decimals: 1, from: GIGA / 10 },
    { unit: 'MB/s', divisor: MEGA, decimals: 1, from: MEGA / 10 },
    { unit: 'kB/s', divisor: KILO, decimals: 1, from: KILO },
    { unit: 'B/s', divisor: 1, decimals: 0, from: ROUNDED_AWAY },
    { unit: 'B/s', divisor: 1, decimals: 2, from: 0 },
  ],
  J: [
    { unit: 'kWh', divisor: KILOWATT_HOUR, decimals: 2, from: 3.6e4 },
    { unit: 'kJ', divisor: KILO, decimals: 1, from: KILO },
    { unit: 'J', divisor: 1, decimals: 1, from: 0 },
  ],
  s: [
    { unit: 's', divisor: 1, decimals: 1, from: 1 },
    { unit: 'ms', divisor: 1 / KILO, decimals: 1, from: 1 / KILO },
    { unit: 'µs', divisor: 1 / MEGA, decimals: 1, from: 0 },
  ],
}
/** The printed unit of a 0. */
const ZERO: Record<string, string> = { B: 'GiB', 'B/s': 'GB/s', J: 'kWh', s: 's' }

/** The scale of one value: without meaningless digits, and never rounded to 0. */
export function valueScale(unit: string, value: number): Scale {
  if (unit === 'ratio') return DISPLAY.ratio
  if (value === 0) return { unit: ZERO[unit] ?? unit, divisor: 1, decimals: 0 }
  const size = Math.abs(value)
  const scale = SCALES[unit]?.find(({ from }) => size >= from)
  if (scale !== undefined) {
    const isWhole = Number.isInteger(value / scale.divisor)
    return { unit: scale.unit, divisor: scale.divisor, decimals: isWhole ? 0 : scale.decimals }
  }
  if (Number.isInteger(value)) return { unit, divisor: 1, decimals: 0 }
  if (WITHOUT_DECIMALS.has(unit)) return { unit, divisor: 1, decimals: size < ROUNDED_AWAY ? 2 : 0 }
  return { unit, divisor: 1, decimals: 2 }
}
