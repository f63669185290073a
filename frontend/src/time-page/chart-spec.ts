import type { CatalogueEntry, Gpu, MetricKey } from '@/api/types'
import { roundedUp } from '@/charts/axis'
import { gpuColour, type Chart, type ChartLine } from '@/charts/chart'
import { colourToken, isDashed, type Colour, type Palette } from '@/charts/palette'
import { displayOf, type Scale } from '@/format/display'
import { metricLabel } from '@/format/label'
import { localizedTitle } from '@/format/server'
import type { PlainKey } from '@/i18n/keys'
import type { Translate } from '@/i18n/words'
import type { Limits } from '@/store/limits'
import type { ReadSamples } from '@/store/readout'
import { panelId, panelScale } from './drawable'
import { highs } from '@/timeseries/summary'
import type { Series } from '@/timeseries/timeline'

/** The source of charts: live or stored samples, and the limits of the shown GPUs. */
export interface Scene {
  /** The shown GPUs of the latest snapshot. */
  gpus: readonly Gpu[]
  limits: Limits
  t: Translate
  /** The subject of lines that name none. */
  subject: string
  read: ReadSamples
  /** The lines of a chart that names none. */
  lines: (metric: MetricKey) => MetricLine[]
  /** The unit of such a chart, as its heading prints it. */
  unit: (unit: string, metric: MetricKey) => string
  /** The same of a chart that the user added. */
  addedUnit: (unit: string, entry: CatalogueEntry) => string
  /** The largest of these limits among the shown GPUs; 0 without any. */
  capacity: (limits: readonly MetricKey[], metric: MetricKey) => number
  /** The smallest end, in its unit, of a scale that fits the samples for lack of a limit; null to omit the chart. */
  fit: number | null
  /** The most lines that have a band from minimum to maximum. Default: 2. */
  bands?: number
  moments?: Chart['moments']
}

/** A named line of a chart. */
export interface LineSpec {
  metric: MetricKey
  colour: Colour
  /** Default: the metric. */
  key?: string
  /** Name in the legend; a line without one is not in the legend. */
  text?: string
  /** Name in the readout. Default: the label of the metric. */
  label?: string
  /** Computed samples. Default: those of the metric. */
  samples?: ChartLine['samples']
}

/** A chart as a row of data. */
export interface ChartSpec<S extends Scene = Scene> {
  metric: MetricKey
  /** Default: the metric. */
  id?: string
  /** Default: the label of the metric. */
  title?: PlainKey | ((scene: S) => string)
  /** Default: the unit of the scale. */
  unit?: PlainKey | ((scene: S, max: number) => string)
  /** Default: the lines of the scene. */
  lines?: (scene: S) => readonly LineSpec[]
  min?: number
  /** A number, or limits whose largest is the end. */
  max: number | readonly MetricKey[] | ((scene: S) => number)
  /** Default: the display scale of the metric. */
  scale?: Partial<Scale> | ((max: number) => Partial<Scale>)
  marks?: (scene: S, max: number) => Chart['marks']
  tall?: boolean
  stacked?: boolean
}

/** A line with its metric. */
export interface MetricLine extends ChartLine {
  metric: MetricKey
  label: string
}

export interface SpecChart extends Chart {
  metric: MetricKey
  lines: readonly MetricLine[]
  /** The unit of its numbers, as the readout prints it. */
  short: string
}

/** Lines of a few GPUs leave room for the band between their minimum and maximum. */
const MOST_BANDS = 2

/** Builds the chart of a row. */
export function chartOf<S extends Scene>(spec: ChartSpec<S>, scene: S): SpecChart {
  const { metric, id = metric, title, unit, tall = false, stacked = false, min = 0 } = spec
  const named = spec.lines?.(scene)
  const lines = named?.map((line) => namedLine(line, scene)) ?? scene.lines(metric)
  const usual = displayOf(metric)
  const max = endOf(spec, scene) || fitted(lines, usual.divisor, scene.fit)
  const text = (each: PlainKey | ((scene: S, max: number) => string)) =>
    typeof each === 'function' ? each(scene, max) : scene.t(each)
  const scale = { ...usual, ...(typeof spec.scale === 'function' ? spec.scale(max) : spec.scale) }
  const usualUnit = named === undefined ? scene.unit(scale.unit, metric) : scale.unit
  return {
    id,
    metric,
    title: title === undefined ? metricLabel(metric) : text(title),
    unit: unit === undefined ? usualUnit : text(unit),
    short: scale.unit,
    tall,
    min,
    max,
    divisor: scale.divisor,
    decimals: scale.decimals,
    lines,
    banded: lines.length > 0 && lines.length <= (named === undefined ? (scene.bands ?? MOST_BANDS) : 1),
    stacked: stacked && lines.length > 1,
    marks: spec.marks?.(scene, max) ?? [],
    ...(scene.moments && { moments: scene.moments }),
    legend: (named ?? []).flatMap(({ colour, text: name }) =>
      name === undefined ? [] : [{ token: colourToken(colour), text: name }],
    ),
  }
}

/** Builds the row of a chart that the user added. */
export function addedSpec(entry: CatalogueEntry, scene: Scene): ChartSpec {
  const { min, max, ...scale } = panelScale(
    entry,
    scene.lines(entry.key).map((line) => greatestOf(line.samples())),
  )
  return {
    metric: entry.key,
    id: panelId(entry.key),
    title: () => localizedTitle(entry).text,
    unit: () => scene.addedUnit(scale.unit, entry),
    min,
    max,
    scale,
  }
}

/** The line of a GPU in its own colour. */
export function gpuLine(key: string, index: number, metric: MetricKey, read: ReadSamples): MetricLine {
  const samples = () => read(key, metric)
  return { key, metric, label: metricLabel(metric), samples, colour: gpuColour(index), dashed: isDashed(index), index }
}

/** A line in one of the colours of the theme. */
export function plainLine(key: string, metric: MetricKey, colour: Colour, samples: ChartLine['samples']): MetricLine {
  const paint = (palette: Palette) => palette[colour]
  return { key, metric, label: metricLabel(metric), samples, colour: paint, dashed: false, index: null }
}

function namedLine(
  { metric, key = metric, colour, label = metricLabel(metric), samples }: LineSpec,
  scene: Scene,
): MetricLine {
  return { ...plainLine(key, metric, colour, samples ?? (() => scene.read(scene.subject, metric))), label }
}

function endOf<S extends Scene>({ max, metric }: ChartSpec<S>, scene: S): number {
  if (typeof max === 'number') return max
  return typeof max === 'function' ? max(scene) : scene.capacity(max, metric)
}

function fitted(lines: readonly ChartLine[], divisor: number, least: number | null): number {
  if (least === null) return 0
  let most = least * divisor
  for (const line of lines) for (const value of highs(line.samples()) ?? []) if (value > most) most = value
  return roundedUp(most / divisor) * divisor
}

/** A series whose values are the greatest of each bucket, so that a scale fits the band as well. */
function greatestOf(series: Series | undefined): Series | undefined {
  return series === undefined ? undefined : { times: series.times, values: highs(series) ?? series.values }
}
