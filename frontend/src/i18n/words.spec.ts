import { expect, it } from 'vitest'
import { computed } from 'vue'
import { i18n } from '.'
import { speak } from './language'
import { useWords } from './words'

const { t, locale } = useWords()

it('words follow the language, and come back with it', async () => {
  const title = computed(() => t('page.processes'))
  expect([title.value, locale.value]).toEqual(['Processes', 'en'])

  await speak('zh')
  expect(title.value).toBe('进程')
  await speak('en')
  expect(title.value).toBe('Processes')
})

it('what has a number in it is said anew each time', () => {
  expect([1, 2].map((index) => t('gpu.title', { index }))).toEqual(['GPU 1', 'GPU 2'])
  expect([1, 2].map((n) => t('overview.needLook', { n }, n))[0]).not.toBe(t('overview.needLook', { n: 2 }, 2))
})

it('a key whose text is loaded later is found then', () => {
  expect(t('later.word')).toBe('later.word')

  i18n.global.mergeLocaleMessage('en', { later: { word: 'Later' } })
  expect(t('later.word')).toBe('Later')
})
