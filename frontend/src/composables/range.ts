import { useStorage } from '@vueuse/core'
import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import { useWords } from '@/i18n/words'
import { useQueryText } from './query'
import { useShortcut } from './shortcuts'

/** How far back the pages look, as the address names it. */
export const RANGES = {
  '1m': { millis: 60_000, label: 'range.m1' },
  '5m': { millis: 300_000, label: 'range.m5' },
  '15m': { millis: 900_000, label: 'range.m15' },
} as const
export type RangeName = keyof typeof RANGES
export type Range = (typeof RANGES)[RangeName]
export const RANGE_NAMES = ['1m', '5m', '15m'] as const

const USUAL: RangeName = '5m'
const STORED_AS = 'gpulse.range'

interface SharedRange {
  name: WritableComputedRef<RangeName>
  range: ComputedRef<Range>
  options: ComputedRef<{ value: RangeName; text: string }[]>
}

/** One range for all pages of a browser. The address comes first, so that a link shows what its sender saw. */
export function useRange(): SharedRange {
  const { t } = useWords()
  const asked = useQueryText('range')
  const stored = useStorage<string>(STORED_AS, USUAL, undefined, { writeDefaults: false })
  const known = (name: unknown) => RANGE_NAMES.find((each) => each === name)
  const name = computed<RangeName>({
    get: () => known(asked.value) ?? known(stored.value) ?? USUAL,
    set: (chosen) => {
      stored.value = chosen
      asked.value = chosen
    },
  })
  useShortcut({
    keys: ['[', ']'],
    shown: '[ ]',
    label: 'keyboard.range',
    run: (key) => {
      const place = RANGE_NAMES.indexOf(name.value) + (key === '[' ? -1 : 1)
      name.value = RANGE_NAMES[place] ?? name.value
    },
  })
  return {
    name,
    range: computed(() => RANGES[name.value]),
    options: computed(() => RANGE_NAMES.map((each) => ({ value: each, text: t(RANGES[each].label) }))),
  }
}
