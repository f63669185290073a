import { expect, test } from 'vitest'
import { machineLine } from './machine-line'
import { formatGib, formatMemory, roundMemory } from './memory'
import { Texts } from './texts'

test.each([
  [12 * 1024 ** 3, '12.0 GiB', '12 GiB'],
  [1.5 * 1024 ** 3, '1.5 GiB', '1.5 GiB'],
  [412 * 1024 ** 2, '412 MiB', '412 MiB'],
  [1, '1 MiB', '1 MiB'],
  [0, '0 GiB', '0 GiB'],
])('%d bytes are %s', (bytes, exact, rounded) => {
  expect(formatMemory(bytes)).toBe(exact)
  expect(roundMemory(bytes)).toBe(rounded)
})

test.each([
  [12 * 1024 ** 3, '12.0'],
  [20 * 1024 ** 2, '0.02'],
])('%d bytes are %s in GiB', (bytes, text) => {
  expect(formatGib(bytes)).toBe(text)
})

test('the machine line groups the GPUs by model', () => {
  const gpus = ['NVIDIA H100', 'NVIDIA A100', 'NVIDIA H100'].map((name) => ({ name }))
  expect(machineLine('ws-lab-04', gpus, new Texts())).toBe('ws-lab-04 · 2 × H100 · 1 × A100')
  expect(machineLine(null, [], new Texts())).toBe('')
})
