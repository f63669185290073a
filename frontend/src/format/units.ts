import { formatNumber } from './number'

export const GIB = 2 ** 30
const TIB = 2 ** 40
export const GIGA = 1e9
const KILO = 1000

/** A unit that keeps a number short, as it is printed. */
export interface Scale {
  unit: string
  divisor: number
  decimals: number
}

/** How memory is best printed: that of one board in GiB, that of a machine full of them in TiB. */
export function memoryScale(bytes: number): Scale {
  return bytes >= TIB ? { unit: 'TiB', divisor: TIB, decimals: 2 } : { unit: 'GiB', divisor: GIB, decimals: 0 }
}

/** "62 GiB" or "1.24 TiB", as text between words. */
export function formatMemory(bytes: number, locale: string): string {
  const { unit, divisor, decimals } = memoryScale(bytes)
  return `${formatNumber(bytes / divisor, decimals, locale)}\u202f${unit}`
}

/** How a power is best printed: one board in watts, a machine full of them in kilowatts. */
export function powerScale(watts: number): Scale {
  return watts >= KILO ? { unit: 'kW', divisor: KILO, decimals: 2 } : { unit: 'W', divisor: 1, decimals: 0 }
}

/** "5.4 kW" or "700 W", as text between words. */
export function formatPower(watts: number, locale: string): string {
  const { unit, divisor, decimals } = powerScale(watts)
  return `${formatNumber(watts / divisor, Math.min(decimals, 1), locale)}\u202f${unit}`
}
