import '@/i18n/events'
import type { In } from '@/i18n/keys'
import { hasText } from '@/i18n/words'

/** Whether there are words for what a server names; a newer one may name more. */
export const hasWords = {
  isBlame: (name: string): name is In<'eventBlame'> => hasText('eventBlame', name),
  isFact: (name: string): name is In<'eventFact'> => hasText('eventFact', name),
  isKind: (name: string): name is In<'eventKind'> => hasText('eventKind', name),
}
