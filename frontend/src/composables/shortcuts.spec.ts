import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent } from 'vue'
import { useChord, useShortcut } from './shortcuts'

describe('a letter and a number', () => {
  let went: string[]
  let page: VueWrapper

  beforeEach(() => {
    vi.useFakeTimers()
    went = []
    const keys = defineComponent({
      setup() {
        useShortcut({ keys: ['1'], shown: '1', label: 'keyboard.help', run: () => went.push('page 1') })
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
    for (const key of keys) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  }

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
    expect(went).toEqual(['page 1', 'page 1'])
  })
})
