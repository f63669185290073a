import { getJson } from './request'
import { parseNamedGpus, parseSeverity } from './insights'
import { list, neededText, neededTime, number, orZero, shaped, text, time, word } from './shape'
import type { Sentence, Story } from './types'

/** The story of a period, in the language of the query; fails while the history cannot be read. */
export function fetchStory(query: string, signal: AbortSignal): Promise<Story> {
  return getJson('story', parseStory, query, signal)
}

/** A kind of a newer server is shown as a note. */
export const SENTENCE_KINDS = [
  'insight',
  'xid',
  'lost',
  'stuck',
  'driver',
  'restarted',
  'ended',
  'started',
  'free',
  'gap',
  'setting',
  'mark',
] as const satisfies readonly Sentence['kind'][]

const parseStory = shaped<Story>({
  from: neededTime,
  to: neededTime,
  sampledFrom: time,
  sentences: list(
    shaped<Sentence>({
      at: neededTime,
      until: time,
      kind: word(...SENTENCE_KINDS),
      severity: parseSeverity,
      gpus: parseNamedGpus,
      text: neededText,
      gpuHours: number,
      events: list(number),
      mark: number,
    }),
  ),
  omitted: orZero,
  quiet: text,
})
