import { expect, it } from 'vitest'
import { importsOf, sourceOf } from '@/testing/imports'
import { GROUPS_OF_OTHERS } from '../../vite.words'

/** Adds the texts that are not part of the first load. */
const OTHERS = '/src/pages/others.ts'
const TEXT = /\bt\([^)'"`]*['"`](\w+)\./g

/** The files that may run before the other pages are loaded. */
function early(file: string, found = new Set<string>()): Set<string> {
  if (file === OTHERS || found.has(file)) return found
  found.add(file)
  importsOf(file).forEach((imported) => early(imported, found))
  return found
}

it('files that may run before the other pages are loaded use only texts of the first load', () => {
  const files = early('/src/main.ts')
  expect(files).toContain('/src/ui/inspector/InspectorCard.vue')
  const uses = [...files].flatMap((file) =>
    [...sourceOf(file).matchAll(TEXT)].map(([, group = '']) => ({ file, group })),
  )
  expect(uses.length).toBeGreaterThan(100)
  expect(uses.filter(({ group }) => GROUPS_OF_OTHERS.includes(group))).toEqual([])
})
