import { gpuKey } from '@/api/names'
import type { Gpu } from '@/api/types'
import type { Chart } from '@/draw/chart'
import { formatIndexes } from '@/format/indexes'
import type { KeyWith } from '@/i18n/keys'
import type { Translate } from '@/i18n/words'
import { slowdownCelsius } from '@/live/alerts'
import type { Limits } from '@/live/limits'

type Marks = Chart['marks']

/** Power limits that are enforced below the end of the scale, with the GPUs they are of. */
export function powerMarks(gpus: readonly Gpu[], limits: Limits, max: number, t: Translate): Marks {
  const enforced = gpus.map((gpu) => limits.get(gpuKey(gpu))?.['enforced.power.limit'])
  const told = [...new Set(enforced.flatMap((limit) => limit ?? []))].filter((limit) => limit < max)
  return told.map((limit) => {
    const indexes = formatIndexes(gpus.filter((_, i) => enforced[i] === limit).map(({ index }) => index))
    return { at: limit, text: t('timeline.limitAt', { n: Math.round(limit), indexes }) }
  })
}

/** Where the first of them slows down, or, where none tells that, where the first shuts down. */
export function temperatureMarks(gpus: readonly Gpu[], limits: Limits, t: Translate): Marks {
  const of = (gpu: Gpu) => limits.get(gpuKey(gpu))
  const slowdown = gpus.flatMap((gpu) => slowdownCelsius(gpu, of(gpu)) ?? [])
  const shutdown = gpus.flatMap((gpu) => of(gpu)?.['temperature.threshold.shutdown'] ?? [])
  const mark = (key: KeyWith<'n'>, all: number[]) =>
    all.length === 0 ? [] : [{ at: Math.min(...all), text: t(key, { n: Math.round(Math.min(...all)) }) }]
  return shutdown.length > 0 && slowdown.length === 0
    ? mark('timeline.shutdownAt', shutdown)
    : mark('timeline.slowdownAt', slowdown)
}
