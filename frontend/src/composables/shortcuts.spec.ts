import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent } from 'vue'
import { useChord, useKnownShortcuts, useShortcut } from './shortcuts'

describe('a letter and a number', () => {
  let went: string[]
  let page: VueWrapper

  beforeEach(() => {
    vi.useFakeTimers()
    went = []
    const keys = defineComponent({
      setup() {
        useShortcut({ keys: ['1'], shown: '1', label: 'keyboard.help', run: () => went.push('page 1') })
        useShortcut({ keys: [' '], shown: 'Space', label: 'keyboard.pause', run: () => went.push('pause') })
        useShortcut({ keys: ['t', 'y'], shown: 'T', label: 'keyboard.theme', run: (key) => went.push(key) })
        useChord({
          first: 'g',
          shown: 'G 0',
          label: 'keyboard.help',
          goesOn: (digits) => digits === '1',
          run: (digits) => went.push(`gpu ${digits}`),
        })
        return () => null
      },
    })
    page = mount(keys)
  })

  afterEach(() => {
    page.unmount()
    vi.useRealTimers()
  })

  function press(...keys: string[]): void {
    pressOn(document.body, ...keys)
  }

  function pressOn(target: Element, ...keys: string[]): void {
    for (const key of keys) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }

  it.each(['input', 'select', 'textarea'])('do nothing in a field (%s)', (field) => {
    const own = document.body.appendChild(document.createElement(field))
    pressOn(own, '1', ' ', 't', 'g', '7')
    own.remove()
    expect(went).toEqual([])
  })

  it.each(['button', 'a'])('leave the space key to an element that it activates (%s)', (name) => {
    const own = document.body.appendChild(document.createElement(name))
    pressOn(own, ' ', '1')
    own.remove()
    expect(went).toEqual(['page 1'])
  })

  it('have the same keys with Caps Lock', () => {
    press('T', 'Y', 'G', '7')
    expect(went).toEqual(['t', 'y', 'gpu 7'])
  })

  it('are known to the help until their component is unmounted, and do nothing after that', () => {
    const known = useKnownShortcuts()
    const own = () => known.value.map(({ shown }) => shown)
    expect(own()).toEqual(['1', 'Space', 'T', 'G 0'])
    const useOther = () => {
      useShortcut({ keys: ['m'], shown: 'M', label: 'keyboard.mark', run: () => undefined })
      return () => null
    }
    mount({ setup: useOther }).unmount()
    expect(own()).toEqual(['1', 'Space', 'T', 'G 0'])

    press('g', '1')
    page.unmount()
    vi.advanceTimersByTime(2000)
    press('1', 't', 'g', '7')
    expect(known.value).toEqual([])
    expect(went).toEqual([])
  })

  it('are one shortcut, and the number triggers no other', () => {
    press('g', '7')
    expect(went).toEqual(['gpu 7'])
    press('1')
    expect(went).toEqual(['gpu 7', 'page 1'])
  })

  it('wait for a further digit where one could follow', () => {
    press('g', '1', '2')
    expect(went).toEqual(['gpu 12'])
    press('g', '1')
    expect(went).toEqual(['gpu 12'])
    vi.advanceTimersByTime(700)
    expect(went).toEqual(['gpu 12', 'gpu 1'])
  })

  it('do nothing while a dialog is open', () => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.setAttribute('open', '')
    press('1', 'g', '7')
    expect(went).toEqual([])

    dialog.removeAttribute('open')
    press('1', 'g', '7')
    expect(went).toEqual(['page 1', 'gpu 7'])
    dialog.remove()
  })

  it('are given up after a while, or with another key', () => {
    press('g')
    vi.advanceTimersByTime(2000)
    press('1')
    press('g', 'x', '1')
    press('g', 'F1', '1')
    expect(went).toEqual(['page 1', 'page 1', 'page 1'])
  })
})
