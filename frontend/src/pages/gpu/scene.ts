import type { Gpu, Insight } from '@/api/types'
import type { Glyph } from '@/api/states'
import type { Translate } from '@/i18n/words'
import type { Fault } from '@/store/faults'
import type { Moment } from '@/store/readings'
import type { RowId } from './useOpenRows'

/** A text of the page or of the server. */
export interface StoryText {
  text: string
  lang?: 'en' | undefined
}

/** The work of a GPU, by its worst fact. */
export interface Story {
  health: Glyph
  /** State and who. */
  sentence: StoryText
  /** The begin of a fault, in milliseconds since 1970. */
  since: number | null
  /** The one thing to do about a fault. */
  order: StoryText | null
  /** The cause, and what to do. */
  more: StoryText[]
  /** The insight that it is about, for its actions. */
  insight: Insight | null
  /** The folded row that has the details of the fact. */
  row: RowId | null
}

/** The input of a story. */
export interface Scene {
  moment: Moment
  /** The GPU, or what is known of it from before it failed. */
  gpu: Gpu
  state: Gpu['state']
  /** Its state or its critical fault; null without one. */
  fault: Fault | null
  /** The active insights about the GPU, the worst first; null while they are unknown. */
  insights: readonly Insight[] | null
  t: Translate
  locale: string
}

/** The differences from an empty story. */
export type Part = Partial<Story> & Pick<Story, 'sentence'>
