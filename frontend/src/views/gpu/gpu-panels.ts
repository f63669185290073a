import type { CatalogueEntry, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { localizedTitle } from '@/format/server'
import type { Translate } from '@/i18n/words'
import { panelId, panelScale, panelUnit } from '@/panels/drawable'
import type { Samples } from '@/panels/samples'
import type { Series } from '@/series/timeline'
import type { GpuChart } from './gpu-charts'
import { valueNow, type Knowledge } from './knowledge'

/** Whether the stream brings it and the page remembers it anyhow. */
export function isRemembered({ moment, gpu }: Knowledge, metric: MetricKey): boolean {
  return moment.timeline.read(gpuKey(gpu), metric) !== undefined
}

/** Why this GPU can never tell a row, or null; what it says of the others belongs beside them. */
export function refusal(known: Knowledge, metric: MetricKey, t: Translate): string | null {
  const { quality, reason } = valueNow(known, metric)
  if (quality !== 'notSupported' && quality !== 'noAccess') return null
  return reason === undefined ? t(`quality.${quality}`) : t(`reason.${reason}`)
}

/** A row that somebody wants to see over time. A counter is drawn as what has been added since the page looks at it. */
export function panelChart(known: Knowledge, entry: CatalogueEntry, samples: Samples, t: Translate): GpuChart {
  const remembered = isRemembered(known, entry.key)
  const source = remembered ? known.moment.timeline : samples
  const read = (): Series | undefined => source.read(gpuKey(known.gpu), entry.key)
  const { unit, ...scale } = panelScale(entry, [read()])
  return {
    id: panelId(entry.key),
    title: localizedTitle(entry).text,
    unit: panelUnit(entry, unit, remembered ? null : samples.since(entry.key), t),
    short: unit,
    tall: false,
    ...scale,
    banded: true,
    marks: [],
    legend: [],
    added: true,
    lines: [
      {
        key: entry.key,
        metric: entry.key,
        label: localizedTitle(entry).text,
        samples: read,
        colour: ({ plain }) => plain,
        dashed: false,
        index: null,
      },
    ],
  }
}
