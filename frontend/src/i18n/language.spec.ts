import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { locale } from './words'
import { formatIndexes } from '@/format/indexes'
import { formatPercent, formatSpan } from '@/format/number'
import { formatClock, formatStart } from '@/format/time'
import { choose, speak, wantedLanguage } from './language'

const browser = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
const address = (query: string) => {
  history.replaceState(null, '', `/${query}`)
}

beforeEach(() => {
  browser('fr-FR', 'en-US')
})

afterEach(async () => {
  vi.unstubAllGlobals()
  localStorage.clear()
  address('')
  await speak('en')
})

it.each([
  [['fr-FR', 'zh-CN', 'en'], 'zh'],
  [['en-GB', 'zh-CN'], 'en'],
  [['zh-TW', 'en'], 'en'],
  [['zh-Hans-HK'], 'zh'],
  [['fr', 'de'], 'en'],
])('of a browser that prefers %j it speaks %s', (languages, language) => {
  browser(...languages)

  expect(wantedLanguage()).toBe(language)
})

it('the stored choice takes precedence over the browser, and the address over both', async () => {
  await choose('zh')
  expect(wantedLanguage()).toBe('zh')

  address('?lang=en')
  expect(wantedLanguage()).toBe('en')
  address('?lang=zh-CN')
  localStorage.setItem('gpulse.lang', 'en')
  expect(wantedLanguage()).toBe('zh')
  address('?lang=tlh')
  expect(wantedLanguage()).toBe('en')
})

it('works where storage is refused', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })

  expect(wantedLanguage()).toBe('en')
  await choose('zh')
  expect(locale.value).toBe('zh')
})

it('numbers, spans, lists and times follow, and so does the language of the document', async () => {
  const saturday = new Date(2026, 8, 12, 18, 4).getTime()
  const days = (count: number) => saturday + count * 86_400_000
  const texts = () => [
    formatPercent(38, locale.value),
    formatSpan(200),
    formatSpan(180_000),
    formatSpan(7_200_000),
    formatIndexes([0, 1, 2, 5]),
    formatClock(saturday),
    formatStart(saturday, days(2)),
    formatStart(saturday, days(20)),
  ]

  const english = ['38\u202f%', '0.2\u202fs', '3\u202fmin', '2\u202fh', '0–2, 5', '18:04:00', 'Sat 18:04', /^12 Sept?$/]
  expect(texts()).toEqual(
    english.map((each) => (each instanceof RegExp ? expect.stringMatching(each) : each) as string),
  )

  await speak('zh')
  const chinese = ['38%', '0.2\u202f秒', '3\u202f分钟', '2\u202f小时', '0–2、5', '18:04:00', '周六 18:04', '9月12日']
  expect(texts()).toEqual(chinese)
  expect(document.documentElement.lang).toBe('zh-CN')

  await speak('en')
  expect(document.documentElement.lang).toBe('en')
})
