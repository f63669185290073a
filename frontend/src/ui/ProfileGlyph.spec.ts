import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ProfileGlyph from './ProfileGlyph.vue'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

const column = (percent: number | null, look?: 'warn') => ({ key: 'GPU-0', percent, look })

it('a column shows the value of its GPU', async () => {
  const glyph = mount(ProfileGlyph, { props: { columns: [column(40)] } })
  const height = () => glyph.find('u').element.style.transform
  expect([height(), glyph.find('i').classes()]).toEqual(['scaleY(0.4)', []])

  await glyph.setProps({ columns: [column(40, 'warn')] })
  expect([height(), glyph.find('i').classes()]).toEqual(['scaleY(0.4)', ['warn']])
  await glyph.setProps({ columns: [column(70, 'warn')] })
  expect(height()).toBe('scaleY(0.7)')
  await glyph.setProps({ columns: [column(null)] })
  expect([glyph.find('u').exists(), glyph.find('i').classes()]).toEqual([false, ['nothing']])
  await glyph.setProps({ columns: [column(0)] })
  expect([height(), glyph.find('i').classes()]).toEqual(['scaleY(0.045)', []])
})

it.each([
  [1, '14px'],
  [8, '54px'],
  [16, '63px'],
])('%i columns have a natural width of %s', (count, width) => {
  const columns = Array.from({ length: count }, (_, i) => ({ key: `GPU-${i}`, percent: 1 }))

  expect(mount(ProfileGlyph, { props: { columns } }).element.style.width).toBe(width)
})
