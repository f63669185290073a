import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const FILE = new URL('src/i18n/en.json', import.meta.url)
const OTHERS = '\0virtual:words/others'

/** Groups of en.json that the first page does not use. */
export const GROUPS_OF_OTHERS = [
  ...['events', 'eventGroup', 'eventKind', 'eventBlame', 'eventFact'],
  ...['history', 'historyState', 'historyUse', 'historyShare', 'historyReason'],
  ...['insights', 'silenceSpan', 'insightTab', 'insightShade'],
  ...['shared', 'free', 'freeGroup', 'freeColumn', 'freeWhy', 'memory'],
  ...['fleet', 'fleetUse', 'fleetGroup', 'fleetSort'],
  ...['processes', 'charts', 'nvlink', 'failing', 'machine', 'gallery', 'ribbonState', 'throttleCause', 'ribbon'],
  ...['mig', 'story', 'fault', 'fold', 'gauge', 'topology', 'topologyWord', 'throughput', 'noNvlink', 'clockReason'],
  ...[
    'processColumn',
    'processGroup',
    'workload',
    'processType',
    'processNote',
    'cataloguePanel',
    'factGroup',
    'timelinePage',
    'memoryPage',
    'gpuView',
    'liveTab',
    'pairs',
    'jobs',
    'jobColumn',
    'jobState',
    'jobUse',
  ],
]

/** Splits en.json into `virtual:words/first`, for the first load, and `virtual:words/others`; tests have all at once. */
export function words(): Plugin {
  return {
    name: 'words',
    resolveId: { filter: { id: /^virtual:words\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:words\// },
      async handler(id) {
        this.addWatchFile(fileURLToPath(FILE))
        const texts = Object.entries(JSON.parse(await readFile(FILE, 'utf8')) as Record<string, object>)
        const part = texts.filter(([group]) => GROUPS_OF_OTHERS.includes(group) === (id === OTHERS))
        return `export default ${JSON.stringify(Object.fromEntries(process.env.VITEST === undefined ? part : texts))}`
      },
    },
  }
}
