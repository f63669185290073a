import { useStorage } from '@vueuse/core'
import { computed, shallowRef, watch, type ComputedRef, type WritableComputedRef } from 'vue'
import type { PlainKey } from '@/i18n/keys'
import { useWords } from '@/i18n/words'
import { parentRange } from '@/navigation/parent'
import { useQueryText } from '@/navigation/query'
import { useShortcut } from '@/composables/shortcuts'

export interface Range {
  millis: number
  /** Message key. */
  label: PlainKey
}

/** Ranges of live pages, by their names in the address. */
export const RANGES = {
  '1m': { millis: 60_000, label: 'range.m1' },
  '5m': { millis: 300_000, label: 'range.m5' },
  '15m': { millis: 900_000, label: 'range.m15' },
} as const satisfies Record<string, Range>
export type RangeName = keyof typeof RANGES
export const RANGE_NAMES = ['1m', '5m', '15m'] as const

/** The ranges of a page, the shortest first. */
export interface RangeOffer<Name extends string> {
  ranges: Readonly<Record<Name, Range>>
  names: readonly Name[]
  usual: Name
}

export const LIVE_RANGES: RangeOffer<RangeName> = { ranges: RANGES, names: RANGE_NAMES, usual: '5m' }
/** Key of the stored range. */
export const STORED_AS = 'gpulse.range'

/** The range of a live page by the address, otherwise by the browser's choice. */
export function liveRange(inAddress: unknown, stored: string): RangeName {
  const known = (name: unknown) => RANGE_NAMES.find((each) => each === name)
  return known(inAddress) ?? known(stored) ?? '5m'
}

/** The range with which a page opens. */
export function openingRange(): RangeName {
  const stored = useStorage<string>(STORED_AS, '5m', undefined, { writeDefaults: false })
  return liveRange(new URLSearchParams(location.search).get('range'), stored.value)
}

/** The range with which the shown page opens if none has been chosen; null for the usual one. */
export const ownRange = shallowRef<RangeName | null>(null)

export interface SharedRange<Name extends string> {
  name: WritableComputedRef<Name>
  range: ComputedRef<Range>
  options: ComputedRef<{ value: Name; text: string }[]>
}

/**
 * One range for all pages of a browser; a page that does not offer it, and a browser that has none yet, has that of
 * `opening` or the default. The address takes precedence, so that links preserve it.
 */
export function useRange(): SharedRange<RangeName>
export function useRange<Name extends string>(offer: RangeOffer<Name>, opening?: () => Name | null): SharedRange<Name>
export function useRange(offer: RangeOffer<string> = LIVE_RANGES, opening?: () => string | null): SharedRange<string> {
  const { ranges, names, usual } = offer
  const { t } = useWords()
  const inAddress = useQueryText('range')
  const stored = useStorage<string>(STORED_AS, '', undefined, { writeDefaults: false })
  const known = (name: unknown) => names.find((each) => each === name)
  /** The ranges of live pages and of the history are chosen apart. */
  const remembered = () => (offer !== LIVE_RANGES && stored.value in RANGES ? undefined : known(stored.value))
  const name = computed<string>({
    get: () => known(inAddress.value) ?? remembered() ?? opening?.() ?? usual,
    set: (chosen) => {
      stored.value = chosen
      inAddress.value = chosen
    },
  })
  watch(parentRange, (chosen) => {
    if (offer === LIVE_RANGES && (chosen === '' || known(chosen) !== undefined)) inAddress.value = chosen ?? ''
  })
  useShortcut({
    keys: ['[', ']'],
    shown: '[ ]',
    label: 'keyboard.range',
    run: (key) => {
      const place = names.indexOf(name.value) + (key === '[' ? -1 : 1)
      name.value = names[place] ?? name.value
    },
  })
  return {
    name,
    range: computed(() => ranges[name.value] ?? RANGES['5m']),
    options: computed(() => names.map((each) => ({ value: each, text: t((ranges[each] ?? RANGES['5m']).label) }))),
  }
}
