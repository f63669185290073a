import { gpuKey } from '@/api/names'
import type { MetricKey } from '@/api/types'
import { gpuColour } from '@/charts/chart'
import { isDashed } from '@/charts/palette'
import { metricLabel } from '@/format/label'
import type { Job } from '@/store/jobs'
import { gpuLine, type MetricLine } from '@/time-page/chart-spec'
import type { LiveScene } from '@/time-page/live-scene'
import { combined } from '@/timeseries/combined'
import { firstAfter, type Series } from '@/timeseries/timeline'

/** The scene with a line for each job in place of each GPU; GPUs that are shown alone are added to their jobs. */
export function withJobs(scene: LiveScene, jobs: readonly Job[]): LiveScene {
  const { alone, read, t } = scene
  const isShown = (index: number) => alone === null || alone.includes(index)
  const shown = jobs.filter(({ gpus }) => gpus.some(({ index }) => isShown(index)))
  return {
    ...scene,
    bands: Infinity,
    unit: (unit) => t('timeline.perJob', { unit }),
    lines: (metric) =>
      shown.flatMap((job) => {
        const line = jobLine(job, metric, scene)
        if (alone === null || job.gpus.length === 1) return [line]
        const own = job.gpus.filter(({ index }) => isShown(index))
        return [line, ...own.map((gpu) => gpuLine(gpuKey(gpu), gpu.index, metric, read))]
      }),
  }
}

/** The mean of the GPUs of a job, in the colour of its first. */
function jobLine({ key, gpus }: Job, metric: MetricKey, { read }: LiveScene): MetricLine {
  const [first] = gpus
  if (gpus.length === 1) return gpuLine(gpuKey(first), first.index, metric, read)
  return {
    key: `job ${key}`,
    metric,
    label: metricLabel(metric),
    samples: (from) =>
      combined(
        gpus.flatMap((gpu) => read(gpuKey(gpu), metric) ?? []),
        { from },
      ),
    colour: gpuColour(first.index),
    dashed: isDashed(first.index),
    index: null,
    indexes: gpus.map(({ index }) => index),
  }
}

const SWING_POINTS = 60
const LONGEST_PERIOD_MILLIS = 20_000
/** Fewer crossings may be the start or the end of a job. */
const LEAST_PERIODS = 3

/** Whether a load in percent swings so fast that only a short range shows it. */
export function isSwinging({ times, values }: Series, from: number): boolean {
  let [lo, hi, rises, isHigh] = [Infinity, -Infinity, 0, true]
  const first = firstAfter(times, from)
  const sampled = values.subarray(first).filter((value) => !Number.isNaN(value))
  for (const value of sampled) [lo, hi] = [Math.min(lo, value), Math.max(hi, value)]
  if (hi - lo <= SWING_POINTS) return false
  for (const value of sampled) {
    if (value > (lo + hi) / 2 && !isHigh) rises++
    isHigh = value > (lo + hi) / 2
  }
  const length = (times.at(-1) ?? 0) - (times[first] ?? 0)
  return rises >= LEAST_PERIODS && length / rises < LONGEST_PERIOD_MILLIS
}
