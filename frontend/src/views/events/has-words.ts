import { enEvents } from '@/i18n/en-events'

/** Whether there are words for what a server names; a newer one may name more. */
export const hasWords = {
  isBlame: (name: string): boolean => Object.hasOwn(enEvents.eventBlame, name),
  isFact: (name: string): boolean => Object.hasOwn(enEvents.eventFact, name),
  isKind: (name: string): boolean => Object.hasOwn(enEvents.eventKind, name),
}
