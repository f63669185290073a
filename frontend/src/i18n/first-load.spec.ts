import { expect, it } from 'vitest'
import { GROUPS_OF_OTHERS } from '../../vite.words'

const SOURCES = import.meta.glob<string>(['/src/**/*.{ts,vue}', '!/src/**/*.spec.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** Adds the texts that are not part of the first load. */
const OTHERS = '/src/pages/others.ts'
const IMPORT = /(?:^import |^\} from |^export .* from |import\()[^'\n]*'([^']+)'/gm
const TEXT = /\bt\([^)'"`]*['"`](\w+)\./g

function resolved(name: string, importer: string): string | undefined {
  const path = name.startsWith('@/') ? `/src/${name.slice(2)}` : new URL(name, `file://${importer}`).pathname
  return [path, `${path}.ts`].find((file) => file in SOURCES)
}

/** The files that may run before the other pages are loaded. */
function early(file: string, found = new Set<string>()): Set<string> {
  if (file === OTHERS || found.has(file)) return found
  found.add(file)
  for (const [, name = ''] of (SOURCES[file] ?? '').matchAll(IMPORT)) {
    const imported = name.startsWith('.') || name.startsWith('@/') ? resolved(name, file) : undefined
    if (imported !== undefined) early(imported, found)
  }
  return found
}

it('files that may run before the other pages are loaded use only texts of the first load', () => {
  const files = early('/src/main.ts')
  expect(files).toContain('/src/ui/inspector/InspectorCard.vue')
  const uses = [...files].flatMap((file) =>
    [...(SOURCES[file] ?? '').matchAll(TEXT)].map(([, group = '']) => ({ file, group })),
  )
  expect(uses.length).toBeGreaterThan(100)
  expect(uses.filter(({ group }) => GROUPS_OF_OTHERS.includes(group))).toEqual([])
})
