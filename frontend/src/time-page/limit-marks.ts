import { gpuKey } from '@/api/names'
import type { MetricKey } from '@/api/types'
import type { Chart } from '@/charts/chart'
import { formatIndexes } from '@/format/indexes'
import type { KeyWith } from '@/i18n/keys'
import { slowdownCelsius } from '@/store/alerts'
import type { Scene } from './chart-spec'

type Marks = Chart['marks']

export const POWER_LIMITS: readonly MetricKey[] = ['power.default_limit', 'enforced.power.limit']
/** The scale of temperatures, in °C. */
export const TEMPERATURES = { min: 20, max: 100 } as const

/** Power limits that are enforced below the end of the scale, with the GPUs they are of. */
export function powerMarks({ gpus, limits, t }: Scene, max: number): Marks {
  const enforced = gpus.map((gpu) => limits.get(gpuKey(gpu))?.['enforced.power.limit'])
  const below = [...new Set(enforced.flatMap((limit) => limit ?? []))].filter((limit) => limit < max)
  return below.map((limit) => {
    const indexes = formatIndexes(gpus.filter((_, i) => enforced[i] === limit).map(({ index }) => index))
    return { at: limit, text: t('timeline.limitAt', { n: Math.round(limit), indexes }) }
  })
}

/** The lowest slowdown temperature or, if no GPU reports one, the lowest shutdown temperature. */
export function temperatureMarks({ gpus, limits, t }: Scene): Marks {
  const slowdown = gpus.flatMap((gpu) => slowdownCelsius(gpu, limits.get(gpuKey(gpu))) ?? [])
  const shutdown = gpus.flatMap((gpu) => limits.get(gpuKey(gpu))?.['temperature.threshold.shutdown'] ?? [])
  const mark = (key: KeyWith<'n'>, all: number[]) =>
    all.length === 0 ? [] : [{ at: Math.min(...all), text: t(key, { n: Math.round(Math.min(...all)) }) }]
  return shutdown.length > 0 && slowdown.length === 0
    ? mark('timeline.shutdownAt', shutdown)
    : mark('timeline.slowdownAt', slowdown)
}
