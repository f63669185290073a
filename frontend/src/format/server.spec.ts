import { afterEach, expect, it } from 'vitest'
import { speak } from '@/i18n/language'
import { localized, localizedTitle } from './server'

afterEach(() => speak('en'))

it('is left as it is on an English page', () => {
  expect(localized('Enabled')).toEqual({ text: 'Enabled', lang: undefined })
  expect(localizedTitle({ key: 'bar1.used', title: 'BAR1 used' })).toEqual({ text: 'BAR1 used', lang: undefined })
})

it.each([
  ['Enabled', '已启用'],
  ['Disabled', '已禁用'],
  ['libnvidia-ml.so.1 found', '驱动库 libnvidia-ml.so.1'],
  ['The NVIDIA driver 580.95.05 is loaded, but it has no GPU.', 'NVIDIA 驱动 580.95.05 已加载，但没有检测到 GPU。'],
])('is translated to Chinese: %s', async (english, chinese) => {
  await speak('zh')

  expect(localized(english)).toEqual({ text: chinese, lang: undefined })
})

it('is marked as English where there are no words for it', async () => {
  await speak('zh')

  expect(localized('Hopper')).toEqual({ text: 'Hopper', lang: 'en' })
  expect(localized(' found')).toEqual({ text: ' found', lang: 'en' })
  expect(localizedTitle({ key: 'power.draw', title: 'Power draw' })).toEqual({ text: '功耗', lang: undefined })
  expect(localizedTitle({ key: 'bar1.free', title: 'BAR1 free' })).toEqual({ text: 'BAR1 free', lang: 'en' })
})
