import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { liveKey, startLive } from '@/store/live'
import { dashboardRouter } from '@/router'
import { usePalette } from '@/charts/palette'
import { setEnd } from '@/testing/end'
import { EmbeddingPage } from '@/testing/parent'
import { RecordedFeed } from '@/testing/recorded-feed'
import EmbedFrame from './EmbedFrame.vue'

/** The choice of the system between dark and light. */
class System extends EventTarget {
  matches = false

  async prefer(dark: boolean): Promise<void> {
    this.matches = dark
    this.dispatchEvent(Object.assign(new Event('change'), { matches: dark }))
    await nextTick()
  }
}

const theme = () => document.documentElement.dataset['theme']

function frame(address: string): System {
  const system = new System()
  const never = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', (query: string) => (query.includes('dark') ? system : never))
  history.replaceState(null, '', address)
  const live = startLive(new RecordedFeed())
  const shown = mount(EmbedFrame, { global: { plugins: [dashboardRouter()], provide: { [liveKey as symbol]: live } } })
  setEnd(() => {
    shown.unmount()
    live.stop()
    return Promise.resolve()
  })
  return system
}

describe('the theme of a frame', () => {
  it('follows the system without a reload', async () => {
    const system = frame('/?embed=1')
    expect(theme()).toBe('light')

    await system.prefer(true)
    expect(theme()).toBe('dark')
    await system.prefer(false)
    expect(theme()).toBe('light')
  })

  it('remains that of its address when the system changes', async () => {
    const system = frame('/?embed=1&theme=light')

    await system.prefer(true)
    expect(theme()).toBe('light')
  })

  it('is that of the embedding page, with the colours of the charts', async () => {
    const system = frame('/?embed=1&theme=light')
    const parent = new EmbeddingPage()
    const before = usePalette().value
    await parent.send({ gpulse: 'theme', theme: 'dark' })
    expect(theme()).toBe('dark')
    expect(usePalette().value).not.toBe(before)

    await system.prefer(true)
    await parent.send({ gpulse: 'theme', theme: 'light' })
    expect(theme()).toBe('light')
    parent.leave()
  })
})
