import type { RouteLocationRaw } from 'vue-router'
import type { Insight } from '@/api/types'
import type { Translate } from '@/i18n/words'
import { gpuPath, PAGES, type PageName } from '@/navigation/pages'

/** A link to a page that shows the cause of an insight. */
export interface InsightLink {
  to: RouteLocationRaw
  text: string
}

type Target = 'process' | 'timelines' | 'gpu' | 'xids' | PageName

/** By rule, the most useful first; a target that an insight does not have is omitted. */
const TARGETS: Record<string, readonly Target[]> = {
  'idle-allocated': ['process', 'gpu'],
  'input-bound': ['timelines', 'machine'],
  'memory-nearly-full': ['process', 'memory'],
  'power-capped': ['gpu'],
  'thermally-slowed': ['gpu'],
  'on-battery': ['gpu'],
  'narrow-link': ['pcie', 'gpu'],
  'ailing-link': ['nvlink', 'gpu'],
  'link-down': ['nvlink', 'gpu'],
  'uneven-group': ['timelines', 'processes'],
  'gpu-missing': ['timeline'],
  'memory-without-process': ['memory', 'processes'],
  'gpu-lost': ['gpu', 'timeline'],
  'gpu-stuck': ['gpu', 'timeline'],
  'errors-growing': ['gpu', 'timeline'],
  xid: ['xids', 'gpu'],
}

/** @param all the insights that are alike, which differ in their processes and GPUs; the first has the GPUs of all */
export function linksOf(insight: Insight, t: Translate, all: readonly Insight[] = [insight]): InsightLink[] {
  return (TARGETS[insight.rule] ?? ['gpu']).flatMap((target) => linkTo(target, insight, t, all) ?? [])
}

function linkTo(target: Target, insight: Insight, t: Translate, all: readonly Insight[]): InsightLink | null {
  const { gpus } = insight
  const [gpu] = gpus
  const indexes = gpus.map(({ index }) => index).join(',')
  const page = (name: PageName, query?: Record<string, string>) => {
    const { path, title } = PAGES[name]
    return { to: query === undefined ? path : { path, query }, text: t(title) }
  }
  switch (target) {
    case 'process':
      return processLink(page, all, t)
    case 'timelines':
      return { ...page('resources', { gpus: indexes }), text: t('insights.timelines') }
    case 'gpu':
      if (gpu === undefined) return null
      if (gpus.length > 1) return linkTo('timelines', insight, t, all)
      return { to: gpuPath(gpu.index), text: t('insights.openGpu', { index: gpu.index }) }
    case 'xids':
      return page('timeline', { list: '1', kinds: 'xid', gpus: indexes })
    case 'timeline':
      return page(target, { list: '1', ...(gpus.length === 0 ? {} : { gpus: indexes }) })
    case 'pcie':
      return page(target, gpus.length === 0 ? undefined : { gpus: indexes })
    default:
      return page(target)
  }
}

/** Insights that are alike are about processes of one user and program. */
function processLink(
  page: (name: PageName, query?: Record<string, string>) => InsightLink,
  all: readonly Insight[],
  t: Translate,
): InsightLink {
  const processes = all.flatMap(({ process }) => process ?? [])
  const pids = new Set(processes.map(({ pid }) => pid))
  const [first] = processes
  if (first === undefined) return page('processes')
  const words = pids.size === 1 ? [first.pid] : [first.user, first.program ?? first.name]
  const filter = words.filter((word) => word !== null).join(' ')
  return { ...page('processes', filter === '' ? undefined : { filter }), text: t('insights.process', {}, pids.size) }
}

/** The address of a page for others; null where it is that of a tunnel, which leads them nowhere. */
export function sharedLink(base: string, path: string = PAGES.insights.path): string | null {
  const link = new URL(path.slice(1), base)
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(link.hostname) ? null : link.href
}
