import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const FILE = fileURLToPath(new URL('src/i18n/en.json', import.meta.url))
const RESOLVED = '\0virtual:words/'

/** Groups of en.json that only some pages use. All others are part of the first load, `virtual:words/first`. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  events: ['events', 'eventGroup', 'eventKind', 'eventBlame', 'eventFact'],
  failing: ['failing'],
  history: ['history', 'historyState', 'historyUse', 'historyShare', 'historyReason'],
  insights: ['insights', 'silenceSpan', 'insightTab', 'insightShade'],
  machine: ['machine'],
}

/** Splits en.json into the modules `virtual:words/first` and `virtual:words/PAGE`. */
export function words(): Plugin {
  return {
    name: 'words',
    resolveId: { filter: { id: /^virtual:words\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:words\// },
      async handler(id) {
        this.addWatchFile(FILE)
        const texts = JSON.parse(await readFile(FILE, 'utf8')) as Record<string, object>
        const page = PAGES[id.slice(RESOLVED.length)]
        const later = Object.values(PAGES).flat()
        const part = Object.entries(texts).filter(([group]) => page?.includes(group) ?? !later.includes(group))
        return `export default ${JSON.stringify(Object.fromEntries(part))}`
      },
    },
  }
}
