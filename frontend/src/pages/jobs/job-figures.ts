import type { Job } from '@/api/types'
import { GIB } from '@/format/display'
import { formatNumber, roomyDecimals } from '@/format/number'
import { energyScale, type EnergyScale } from '@/timeseries/energy'

/** Of an unknown figure. */
export const UNKNOWN = '–'

/** A figure and its unit, which is empty for an unknown one. */
export interface Shown {
  value: string
  unit: string
}

const NONE: Shown = { value: UNKNOWN, unit: '' }

export function memoryShown(bytes: number | null, locale: string): Shown {
  return bytes === null ? NONE : { value: formatNumber(bytes / GIB, 1, locale), unit: 'GiB' }
}

/** A figure of the GPUs whose memory is known, which is the least where that of others is not. */
export function memoryOfAll(gpus: Job['gpus'], figure: (bytes: number[]) => number, locale: string): Shown {
  const known = gpus.flatMap(({ memoryBytes }) => memoryBytes ?? [])
  if (known.length === 0) return NONE
  const { value, unit } = memoryShown(figure(known), locale)
  return { value: known.length < gpus.length ? `≥\u202f${value}` : value, unit }
}

type Energy = Pick<Job, 'energyKilowattHours' | 'energyMostKilowattHours'>

/** One scale for a column. */
export function scaleOf(all: readonly Energy[]): EnergyScale {
  return energyScale(all.map(({ energyMostKilowattHours: most, energyKilowattHours: least }) => most ?? least))
}

/** Its energy, as a range where it shared GPUs. */
export function energyShown(energy: Energy, locale: string, scale = scaleOf([energy])): Shown {
  const { energyKilowattHours: least, energyMostKilowattHours: most } = energy
  const text = (kilowattHours: number) => {
    const value = kilowattHours * scale.perKilowattHour
    return formatNumber(value, roomyDecimals(value, scale.unit === 'Wh' ? 1 : 2), locale)
  }
  if (least === null || most === null) {
    if (least === null && most === null) return NONE
    return { value: least === null ? `≤\u202f${text(most ?? NaN)}` : `≥\u202f${text(least)}`, unit: scale.unit }
  }
  const [from, to] = [text(least), text(most)]
  return { value: from === to ? from : `${from}–${to}`, unit: scale.unit }
}
