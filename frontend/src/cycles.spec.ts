import { expect, it } from 'vitest'
import { importsOf, SOURCE_FILES } from '@/testing/imports'

const checked = new Set<string>()

/** The first cycle that a file leads to. */
function cycleFrom(file: string, path: readonly string[] = []): readonly string[] | null {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
  if (checked.has(file)) return null
  const cycle = importsOf(file)
    .map((next) => cycleFrom(next, [...path, file]))
    .find((each) => each !== null)
  checked.add(file)
  return cycle ?? null
}

it('no file imports itself by way of others', () => {
  const cycles = SOURCE_FILES.map((file) => cycleFrom(file))
  expect(cycles.filter((cycle) => cycle !== null)).toEqual([])
})
