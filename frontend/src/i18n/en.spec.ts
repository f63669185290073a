import { expect, it } from 'vitest'
import en from './en.json'

const sources = Object.entries(
  import.meta.glob<string>(['../**/*.vue', '../**/*.ts', '!../**/*.spec.ts', '!../**/*.gen.ts', '!./en*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

function leaves(messages: object, prefix = ''): string[] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? leaves(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  )
}

const known = leaves(en)
const code = sources.map(([, text]) => text).join('\n')

it('every message that is used by name exists', () => {
  const used = [...code.matchAll(/\bt\('([\w.]+)'/g)].map(([, key]) => key ?? '')

  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((key) => !known.includes(key))).toEqual([])
})

it('every group that is used with a variable name exists', () => {
  const groups = [...code.matchAll(/\bt\(`(\w+)\.\$/g)].map(([, group]) => group ?? '')

  expect(groups.length).toBeGreaterThan(0)
  expect(groups.filter((group) => !(group in en))).toEqual([])
})

it('no message is left over', () => {
  const groups = [...code.matchAll(/\bt\(`(\w+)\.\$/g)].map(([, group]) => group ?? '')
  const idle = known.filter((key) => !code.includes(`'${key}'`) && !groups.includes(key.split('.')[0] ?? ''))

  expect(idle).toEqual([])
})
