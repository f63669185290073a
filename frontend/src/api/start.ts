import { parseSnapshot } from './parse'
import { isNumber, list, needed, neededNumber, neededText, number, shaped, text } from './shape'
import type { MetricKey, Snapshot } from './types'

/** Samples of every round, by series. */
export interface StartSamples {
  /** Earlier samples may be in the history. */
  from: number
  t: number[]
  series: { gpu: string | null; metric: MetricKey; values: (number | null)[] }[]
}

/** The first response for a page. */
export interface Start {
  snapshot: Snapshot
  samples: StartSamples | null
  /** The active insights, which are parsed where they are shown. */
  insights: unknown
}

const parseSamples = shaped<StartSamples>({
  from: neededNumber,
  t: (json) => (Array.isArray(json) && json.every(isNumber) ? json : undefined),
  series: list(
    shaped<StartSamples['series'][number]>({
      gpu: text,
      metric: (json) => neededText(json) as MetricKey | undefined,
      values: (json) => (Array.isArray(json) ? json.map(number) : []),
    }),
  ),
})

export const parseStart = shaped<Start>({
  snapshot: needed(parseSnapshot),
  samples: parseSamples,
  insights: (json) => json ?? null,
})
