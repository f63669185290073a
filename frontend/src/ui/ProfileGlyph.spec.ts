import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ProfileGlyph from './ProfileGlyph.vue'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

const column = (percent: number | null, marked = false) => ({ key: 'GPU-0', percent, marked })

it('a column shows the value of its GPU', async () => {
  const glyph = mount(ProfileGlyph, { props: { columns: [column(40)] } })
  const height = () => glyph.find('u').element.style.transform
  expect([height(), glyph.find('i').classes()]).toEqual(['scaleY(0.4)', []])

  await glyph.setProps({ columns: [column(40, true)] })
  expect([height(), glyph.find('i').classes()]).toEqual(['scaleY(0.4)', ['marked']])
  await glyph.setProps({ columns: [column(70, true)] })
  expect(height()).toBe('scaleY(0.7)')
  await glyph.setProps({ columns: [column(null)] })
  expect([glyph.find('u').exists(), glyph.find('i').classes()]).toEqual([false, ['nothing']])
  await glyph.setProps({ columns: [column(0)] })
  expect([height(), glyph.find('i').classes()]).toEqual(['scaleY(0.045)', []])
})
