import { expect, it } from 'vitest'
import { programName } from './names'

it.each([
  ['/opt/conda/bin/python', 'python'],
  ['/python', 'python'],
  ['C:\\tools\\render.exe', 'render.exe'],
  ['vllm worker 1/2', 'vllm worker 1/2'],
])('the program %s is called %s', (path, name) => {
  expect(programName(path)).toBe(name)
})
