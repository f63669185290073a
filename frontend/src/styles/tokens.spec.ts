import { describe, expect, it } from 'vitest'
import { HOST_MEASURES } from '@/pages/machine/machine'
import css from './tokens.css?raw'

const LEAST_CONTRAST = 4.5
const LEAST_OF_KEYS = 3

function tokens(selector: string): Map<string, string> {
  const block = new RegExp(`${selector.replace(/[[\]]/g, '\\$&')} \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  const found = block.replace(/\/\*.*?\*\//gs, '').matchAll(/--([\w-]+)\s*:\s*([^;]+)/g)
  return new Map([...found].map(([, name = '', value = '']) => [name, value.trim()]))
}

const themes = {
  dark: tokens(":root,\n:root[data-theme='dark']"),
  light: tokens(":root[data-theme='light']"),
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

it('both themes define the same tokens', () => {
  expect(themes.dark.size).toBeGreaterThan(40)
  expect([...themes.light.keys()].sort()).toEqual([...themes.dark.keys()].sort())
})

describe.each(Object.entries(themes))('text in the %s theme', (_, theme) => {
  const colour = (name: string) => theme.get(name) ?? ''

  it.each(['text', 'text-2', 'text-3'])('%s can be read on every surface', (text) => {
    for (const ground of ['bg', 'surface', 'raised']) {
      expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    }
  })

  it('the keys of the machine can be seen on its panels', () => {
    for (const token of HOST_MEASURES.flatMap((measure) => measure.token ?? []))
      expect(contrast(colour(token.slice(2)), colour('surface')), token).toBeGreaterThanOrEqual(LEAST_OF_KEYS)
  })

  it.each(['warn', 'crit', 'info'])('%s can be read on its banner', (status) => {
    expect(contrast(colour(status), colour(`${status}-bg`))).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  })
})
