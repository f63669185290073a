import { expect, it } from 'vitest'

const FILES = import.meta.glob<string>(['./**/*.{ts,vue}', '!./**/*.spec.ts', '!./testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const IMPORT = /(?:from|import|import\()\s*'([^']+)'/g

function importsOf(file: string): string[] {
  return [...(FILES[file] ?? '').matchAll(IMPORT)].flatMap(([, path = '']) => {
    const name = `.${new URL(path.replace(/^@/, ''), new URL(file, 'file:///')).pathname}`
    return [name, `${name}.ts`, `${name}.vue`].find((each) => each in FILES) ?? []
  })
}

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
  const cycles = Object.keys(FILES).map((file) => cycleFrom(file))
  expect(cycles.filter((cycle) => cycle !== null)).toEqual([])
})
