import { expect, it } from 'vitest'
import { programName, shownName } from './names'

it.each([
  ['/opt/conda/bin/python', 'python'],
  ['/python', 'python'],
  ['C:\\tools\\render.exe', 'render.exe'],
  ['vllm worker 1/2', 'vllm worker 1/2'],
])('the program %s is called %s', (path, name) => {
  expect(programName(path)).toBe(name)
})

it('a process is called by its program, else by its executable', () => {
  expect(shownName({ facts: { program: 'train.py' }, name: '/opt/conda/bin/python' })).toBe('train.py')
  expect(shownName({ facts: {}, name: '/opt/conda/bin/python' })).toBe('python')
  expect(shownName({ facts: {}, name: null })).toBeNull()
})
