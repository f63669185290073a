import { expect, it } from 'vitest'
import { computed } from 'vue'
import { speak } from './language'
import type { PlainKey } from './keys'
import { addTexts, useWords } from './words'

const { t, locale } = useWords()

it('words follow the language, and come back with it', async () => {
  const title = computed(() => t('page.processes'))
  expect([title.value, locale.value]).toEqual(['Processes', 'en'])

  await speak('zh')
  expect(title.value).toBe('进程')
  await speak('en')
  expect(title.value).toBe('Processes')
})

it('a text with a number is formatted on each call', () => {
  expect([1, 2].map((index) => t('gpu.title', { index }))).toEqual(['GPU 1', 'GPU 2'])
  expect([1, 2].map((n) => t('overview.needAction', { n }, n))[0]).not.toBe(t('overview.needAction', { n: 2 }, 2))
})

it('a key whose text is loaded later is found then', () => {
  const later = 'later.word' as PlainKey
  expect(t(later)).toBe('later.word')

  addTexts('en', { later: { word: 'Later' } })
  expect(t(later)).toBe('Later')
})

it('a number chooses the plural form, or a count where the text shows none', () => {
  expect([0, 1, 2].map((n) => t('overview.processes', { n }))).toEqual(['0 processes', '1 process', '2 processes'])
  expect([1, 2].map((count) => t('gpuView.thereAre', {}, count))).toEqual(['Available GPU:', 'Available GPUs:'])
})

it('a text that another language lacks is English', async () => {
  addTexts('en', { only: { english: 'English' } })

  await speak('zh')
  expect(t('only.english' as PlainKey)).toBe('English')
  await speak('en')
})

it('a misspelt key, a placeholder without a value and a plural without a number do not compile', () => {
  // @ts-expect-error The key is misspelt.
  expect(t('page.proceses')).toBe('page.proceses')
  // @ts-expect-error The index is missing.
  expect(t('gpu.title', {})).toBe('GPU {index}')
  // @ts-expect-error No number chooses the form.
  expect(t('gpuView.thereAre', {})).toBe('Available GPUs:')
})
