import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { PAGES, type PageName } from '@/navigation/pages'
import { PANELS } from '@/navigation/panels'
import UnknownPanel from './UnknownPanel.vue'

const WITH_PANELS = (Object.keys(PAGES) as PageName[]).filter((page) => PANELS[page].length > 0)

describe('an unknown panel', () => {
  it.each(WITH_PANELS)('of %s is answered with the available ones', (page) => {
    const shown = mount(UnknownPanel, { props: { page, name: 'constructor' } })

    expect(shown.get('h1').text()).toBe('No panel “constructor”.')
    const names = PANELS[page].map(({ name }) => name).join(', ')
    expect(shown.text()).toContain(`Available panels: ${names}.`)
    shown.unmount()
  })

  it('exists for every page that can be part of a frame', () => {
    expect(WITH_PANELS).toHaveLength(14)
  })
})
