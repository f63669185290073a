import { flushPromises, mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import CopyButton from './CopyButton.vue'

it('reports a copy until its text changes', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const button = mount(CopyButton, { props: { text: 'one' } })
  await button.trigger('click')
  await flushPromises()
  expect([button.text(), button.attributes('aria-label')]).toEqual(['copied', 'copied: one'])

  await button.setProps({ text: 'two' })
  expect([button.text(), button.attributes('aria-label')]).toEqual(['copy', 'copy: two'])
})
