import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

const here = (file) => new URL(file, import.meta.url)

await write('src/api/schema.d.ts', astToString(await openapiTS(here('openapi.json'))))
const catalogue = JSON.parse(await readFile(here('catalogue.json'), 'utf8'))
await write('src/api/catalogue.gen.ts', vocabulary(catalogue))
await write('src/api/titles.gen.ts', titles(catalogue))
await write('src/i18n/placeholders.gen.ts', placeholders(JSON.parse(await readFile(here('src/i18n/en.json'), 'utf8'))))

/** Written only when it differs: a fresh time stamp would make the build believe that its sources have changed. */
async function write(file, text) {
  const before = await readFile(here(file), 'utf8').catch(() => '')
  if (before !== text) await writeFile(here(file), text)
}

/** The catalogue as TypeScript. Types cost nothing in the bundle; of the rest only units are in the first load. */
function vocabulary(metrics) {
  const grouped = (property) =>
    [...new Set(metrics.map((metric) => metric[property]))].map((group) => [
      group,
      metrics.filter((metric) => metric[property] === group),
    ])
  const keys = (group) => group.map(({ key }) => key)
  const union = (words) => words.map((word) => `\n  | '${word}'`).join('')
  const units = grouped('unit').filter(([unit]) => unit !== '')
  return `/* From catalogue.json, by types.js. */

/** Unit of the catalogue; empty for a bare number or a word. */
export type Unit =
  | ''${union(units.map(([unit]) => unit))}

export type Panel =${union(grouped('panel').map(([panel]) => panel))}

/** Keys of the catalogue, by scope. */
export interface MetricsOf {
${grouped('scope')
  .map(([scope, group]) => `  ${scope}:${union(keys(group))}`)
  .join('\n')}
}

export type MetricKey = MetricsOf[keyof MetricsOf]

const MEASURED = {
${units.map(([unit, group]) => `  '${unit}': '${keys(group).join(' ')}',`).join('\n')}
}

const UNITS = new Map(
  Object.entries(MEASURED).flatMap(([unit, keys]) => keys.split(' ').map((key) => [key, unit as Unit] as const)),
)

export function unitOf(metric: MetricKey): Unit {
  return UNITS.get(metric) ?? ''
}
`
}

/** Titles for what has no label of its own; a file by itself, because the first page needs none of them. */
function titles(metrics) {
  return `/* From catalogue.json, by types.js. */
import type { MetricKey } from './catalogue.gen'

export const TITLES: Readonly<Record<MetricKey, string>> = {
${metrics.map(({ key, title }) => `  '${key}': ${JSON.stringify(title)},`).join('\n')}
}
`
}

/** Placeholders of all texts, by key; `|` where a text has plural forms. */
function placeholders(texts) {
  const lines = leaves(texts).map(([key, text]) => {
    const names = [...text.matchAll(/\{(\w+)\}| (\|) /g)].map(([, name, plural]) => `'${name ?? plural}'`)
    return `  '${key}': ${[...new Set(names)].join(' | ') || 'never'}`
  })
  return `/* From en.json, by types.js. */

export interface Placeholders {
${lines.join('\n')}
}
`
}

function leaves(texts, prefix = '') {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[prefix + name, text]] : leaves(text, `${prefix}${name}.`),
  )
}
