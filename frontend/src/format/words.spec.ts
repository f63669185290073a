import { expect, it } from 'vitest'
import { programName } from '@/api/words'
import { formatIndexes } from './indexes'
import { formatMemory, formatPower } from './display'

it.each([
  [[], ''],
  [[4], '4'],
  [[1, 0], '0, 1'],
  [[3, 0, 1, 2, 7, 5, 6], '0–3, 5–7'],
])('indexes %j are written as "%s"', (indexes, text) => {
  expect(formatIndexes(indexes)).toBe(text)
})

it('memory of a board is told in GiB, that of a large machine in TiB', () => {
  expect(formatMemory(62.4 * 2 ** 30, 'en')).toBe('62\u202fGiB')
  expect(formatMemory(1275 * 2 ** 30, 'en')).toBe('1.25\u202fTiB')
})

it('power of a board is told in W, that of a machine in kW', () => {
  expect(formatPower(700, 'en')).toBe('700\u202fW')
  expect(formatPower(5600, 'en')).toBe('5.6\u202fkW')
})

it.each([
  ['/opt/conda/bin/python', 'python'],
  ['/python', 'python'],
  ['C:\\tools\\render.exe', 'render.exe'],
  ['vllm worker 1/2', 'vllm worker 1/2'],
])('the program %s is called %s', (path, name) => {
  expect(programName(path)).toBe(name)
})
