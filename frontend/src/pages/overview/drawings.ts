import type { Series } from '@/timeseries/timeline'
import { summarize } from '@/timeseries/summary'

export type Tone =
  'util' | 'mem' | 'rx' | 'tx' | 'host' | 'plain' | 'track' | 'strong' | 'ok' | 'info' | 'warn' | 'crit'

/** A shape of the drawing of a tile, in a view box of 44 by 30. */
export type Shape =
  | { kind: 'box'; tone: Tone; x: number; y: number; width: number; height: number }
  | { kind: 'line'; tone: Tone; points: string }
  | { kind: 'sign'; tone: Tone; path: string; isOutline?: boolean }

export const WIDTH = 44
export const HEIGHT = 30
/** More bars would be too thin to distinguish. */
const MAX_BARS = 16
const GAP = 1.2
const POINTS = 22
/** Bytes per second; a link with less has no bar. */
const LEAST_SCALE = 100e6

/** A bar in percent for each GPU; only its track if there is no value. */
export function bars(percents: readonly (number | null)[], tone: Tone): Shape[] {
  return places(percents).flatMap(({ value, y, height }) => {
    const track: Shape = { kind: 'box', tone: 'track', x: 0, y, width: WIDTH, height }
    if (value === null) return [track]
    const width = (Math.min(100, Math.max(0, value)) / 100) * WIDTH
    return [track, { kind: 'box', tone, x: 0, y, width, height }]
  })
}

/** Traffic of each GPU from the middle: sent to the left, received to the right, on one scale. */
export function butterfly(all: readonly { rx: number | null; tx: number | null }[]): Shape[] {
  const most = Math.max(LEAST_SCALE, ...all.flatMap(({ rx, tx }) => [rx ?? 0, tx ?? 0]))
  const wing = (value: number) => (value / most) * (WIDTH / 2 - 1)
  return places(all).flatMap(({ value: { rx, tx }, y, height }) => {
    const box = (tone: Tone, x: number, width: number): Shape => ({ kind: 'box', tone, x, y, width, height })
    const shapes = [box('track', WIDTH / 2 - 0.5, 1)]
    if (tx !== null) shapes.push(box('tx', WIDTH / 2 - 1 - wing(tx), wing(tx)))
    if (rx !== null) shapes.push(box('rx', WIDTH / 2 + 1, wing(rx)))
    return shapes
  })
}

/** A line over time, interrupted where there are no samples. */
export function line(
  series: Series | undefined,
  { from, to }: { from: number; to: number },
  max: number,
  tone: Tone,
  { top, bottom }: { top: number; bottom: number },
): Shape[] {
  if (series === undefined || max <= 0) return []
  const step = (to - from) / POINTS
  const runs: string[][] = [[]]
  for (let i = 0; i < POINTS; i++) {
    const mean = summarize(series, from + i * step, from + (i + 1) * step)?.mean
    const x = ((i + 0.5) / POINTS) * WIDTH
    if (mean === undefined) runs.push([])
    else runs.at(-1)?.push(`${rounded(x)},${rounded(bottom - (Math.min(max, mean) / max) * (bottom - top))}`)
  }
  return runs
    .filter((run) => run.length > 0)
    .map((run) => {
      const [only = ''] = run
      return { kind: 'line', tone, points: run.length === 1 ? `${only} ${only}` : run.join(' ') }
    })
}

function places<T>(all: readonly T[]): { value: T; y: number; height: number }[] {
  const shown = all.slice(0, MAX_BARS)
  const step = HEIGHT / Math.max(1, shown.length)
  return shown.map((value, i) => ({ value, y: i * step, height: Math.max(1, step - GAP) }))
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
