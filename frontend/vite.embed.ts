import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { embedList, type TitleOf } from './src/navigation/embed-list.ts'
import { enMetrics } from './src/i18n/en-metrics.ts'
import { zhMetrics } from './src/i18n/zh-metrics.ts'

interface Texts {
  [name: string]: string | Texts
}

/** Writes `embed.json`: pages and panels, with their titles in both languages, for programs that show them in frames. */
export function embedListed(): Plugin {
  return {
    name: 'embed-listed',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'embed.json', source: JSON.stringify(embedList(await titles())) })
    },
  }
}

export async function titles(): Promise<TitleOf> {
  const [en, zh] = await Promise.all([read<Texts>('src/i18n/en.json'), read<Texts>('src/i18n/zh.json')])
  const catalogue = await read<{ key: string; title: string }[]>('catalogue.json')
  const inCatalogue = new Map(catalogue.map(({ key, title }) => [key, title]))
  return (title) => {
    if ('key' in title) return { en: textAt(en, title.key), zh: textAt(zh, title.key) }
    const english = enMetrics[title.metric] ?? inCatalogue.get(title.metric) ?? title.metric
    return { en: english, zh: zhMetrics[title.metric] ?? english }
  }
}

async function read<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8')) as T
}

function textAt(texts: Texts, key: string): string {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), texts)
  if (typeof found !== 'string') throw new Error(`No text ${key}`)
  return found
}
