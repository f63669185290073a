import type { RouteLocationRaw } from 'vue-router'
import type { Insight } from '@/api/types'
import type { Translate } from '@/i18n/words'
import { gpuPath, PAGES, type PageName } from '@/navigation/pages'

/** Where one looks at what an insight says. */
export interface Way {
  to: RouteLocationRaw
  text: string
}

type Step = 'process' | 'timelines' | 'several' | 'gpu' | 'xids' | PageName

/** By rule, the best first; a step that an insight has nothing for is left out. */
const STEPS: Record<string, readonly Step[]> = {
  'idle-allocated': ['process', 'gpu'],
  'input-bound': ['timelines', 'machine'],
  'memory-nearly-full': ['process', 'memory'],
  'power-capped': ['gpu', 'several'],
  'thermally-slowed': ['gpu', 'several'],
  'on-battery': ['gpu', 'several'],
  'narrow-link': ['pcie', 'gpu'],
  'ailing-link': ['nvlink', 'gpu'],
  'link-down': ['nvlink', 'gpu'],
  'uneven-group': ['timelines', 'processes'],
  'gpu-missing': ['events'],
  'memory-without-process': ['memory', 'processes'],
  'gpu-lost': ['gpu', 'events'],
  'gpu-stuck': ['gpu', 'events'],
  'errors-growing': ['gpu', 'events'],
  xid: ['xids', 'gpu'],
}
const USUAL: readonly Step[] = ['gpu']

export function waysOf(insight: Insight, t: Translate): Way[] {
  return (STEPS[insight.rule] ?? USUAL).flatMap((step) => wayOf(step, insight, t) ?? [])
}

function wayOf(step: Step, insight: Insight, t: Translate): Way | null {
  const { gpus, process } = insight
  const [gpu] = gpus
  const indexes = gpus.map(({ index }) => index).join(',')
  switch (step) {
    case 'process':
      if (process === null) return { to: PAGES.processes.path, text: t(PAGES.processes.title) }
      return { to: { path: PAGES.processes.path, query: { filter: String(process.pid) } }, text: t('insights.process') }
    case 'timelines':
      return { to: { path: PAGES.resources.path, query: { gpus: indexes } }, text: t('insights.timelines') }
    case 'several':
      return gpus.length < 2 ? null : wayOf('timelines', insight, t)
    case 'gpu':
      if (gpu === undefined || gpus.length > 1) return null
      return { to: gpuPath(gpu.index), text: t('insights.openGpu', { index: gpu.index }) }
    case 'xids':
      return { to: { path: PAGES.events.path, query: { kinds: 'xid', gpus: indexes } }, text: t(PAGES.events.title) }
    case 'events':
      return {
        to: gpus.length === 0 ? PAGES.events.path : { path: PAGES.events.path, query: { gpus: indexes } },
        text: t(PAGES.events.title),
      }
    default:
      return { to: PAGES[step].path, text: t(PAGES[step].title) }
  }
}
