import type { RouteLocationRaw } from 'vue-router'
import type { Insight } from '@/api/types'
import type { Translate } from '@/i18n/words'
import { gpuPath, PAGES, type PageName } from '@/navigation/pages'

/** A link to a page that shows the cause of an insight. */
export interface InsightLink {
  to: RouteLocationRaw
  text: string
}

type Target = 'process' | 'timelines' | 'several' | 'gpu' | 'xids' | PageName

/** By rule, the most useful first; a target that an insight does not have is omitted. */
const TARGETS: Record<string, readonly Target[]> = {
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

export function linksOf(insight: Insight, t: Translate): InsightLink[] {
  return (TARGETS[insight.rule] ?? ['gpu']).flatMap((target) => linkTo(target, insight, t) ?? [])
}

function linkTo(target: Target, insight: Insight, t: Translate): InsightLink | null {
  const { gpus, process } = insight
  const [gpu] = gpus
  const indexes = gpus.map(({ index }) => index).join(',')
  const page = (name: PageName, query?: Record<string, string>) => {
    const { path, title } = PAGES[name]
    return { to: query === undefined ? path : { path, query }, text: t(title) }
  }
  switch (target) {
    case 'process':
      if (process === null) return page('processes')
      return { ...page('processes', { filter: String(process.pid) }), text: t('insights.process') }
    case 'timelines':
      return { ...page('resources', { gpus: indexes }), text: t('insights.timelines') }
    case 'several':
      return gpus.length < 2 ? null : linkTo('timelines', insight, t)
    case 'gpu':
      if (gpu === undefined || gpus.length > 1) return null
      return { to: gpuPath(gpu.index), text: t('insights.openGpu', { index: gpu.index }) }
    case 'xids':
      return page('events', { kinds: 'xid', gpus: indexes })
    case 'events':
      return page('events', gpus.length === 0 ? undefined : { gpus: indexes })
    default:
      return page(target)
  }
}
