import type { FleetMachine, FleetPast, FleetPastGpu, GpuUse, MachineGpu } from '@/api/types'
import type { Painter, Size } from '@/charts/painter'
import type { Palette } from '@/charts/palette'
import { gpusOf, USES } from './machines'

export const ROW_HEIGHT = 12
const GAP = 1
const PAD = 3
const LEAST_ALPHA = 0.12
const BASELINE = 9

/** The past of each GPU by its UUID; simulated GPUs of several machines have the same. */
export type PastByUuid = ReadonlyMap<string, readonly FleetPastGpu[]>

export function byUuid({ gpus }: FleetPast): PastByUuid {
  const found = new Map<string, FleetPastGpu[]>()
  for (const gpu of gpus) found.set(gpu.uuid, [...(found.get(gpu.uuid) ?? []), gpu])
  return found
}

/** The past of a GPU; null if the engine has none. */
export function pastOf(past: PastByUuid, machine: FleetMachine, gpu: MachineGpu): FleetPastGpu | null {
  const found = past.get(gpu.uuid ?? '') ?? []
  const own = found.find(({ instance }) => machine.id.endsWith(`/${instance}`))
  return own ?? (machine.machine?.simulated === true ? null : (found[0] ?? null))
}

/** A row of the grid. */
export interface PastRow {
  gpu: MachineGpu
  past: FleetPastGpu | null
}

export function rowsOf(past: PastByUuid, machine: FleetMachine): PastRow[] {
  return gpusOf(machine).map((gpu) => ({ gpu, past: pastOf(past, machine, gpu) }))
}

const BUSY_PERCENT = 1

/** The class of a step; null without samples. */
export function useAt({ classes, utilization }: FleetPastGpu, step: number): GpuUse | null {
  const place = Number.parseInt(classes[step] ?? '', 10)
  const percent = utilization[step] ?? null
  // Exporters other than gpulse report no class: only a busy GPU is known to work.
  return USES[place] ?? (percent === null ? null : percent > BUSY_PERCENT ? 'WORKING' : 'UNKNOWN')
}

/** The owner of a step; empty for none. */
export function ownerAt({ owners }: FleetPastGpu, step: number): string {
  return owners?.find(({ first, last }) => first <= step && step <= last)?.owner ?? ''
}

/** The share of each class of the steps with samples, in percent, the greatest first. */
export function sharesOf(rows: readonly PastRow[]): [use: GpuUse, percent: number][] {
  const counts = new Map<GpuUse, number>()
  let all = 0
  for (const { past } of rows) {
    for (let step = 0; past !== null && step < past.utilization.length; step++) {
      const use = useAt(past, step)
      if (use === null) continue
      counts.set(use, (counts.get(use) ?? 0) + 1)
      all++
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([use, count]) => [use, (100 * count) / all])
}

/** Paints a row for each GPU: what it did in each step, and who had it where the name fits. */
export function paintPast(painter: Painter, { width }: Size, rows: readonly PastRow[], palette: Palette): void {
  rows.forEach(({ past }, row) => {
    const top = row * ROW_HEIGHT
    const steps = past?.utilization.length ?? 0
    if (past === null || steps === 0) {
      painter.dashed([0, top + ROW_HEIGHT / 2], [width, top + ROW_HEIGHT / 2], palette.faint, [1, 3])
      return
    }
    const x = (step: number) => Math.round((step * width) / steps)
    for (let step = 0; step < steps; step++) {
      const box = { left: x(step), top, width: x(step + 1) - x(step), height: ROW_HEIGHT - GAP }
      paintStep(painter, box, useAt(past, step), past.utilization[step] ?? null, palette)
    }
    for (const { owner, first, last } of past.owners ?? []) {
      const wide = painter.widthOf(owner)
      if (wide + 2 * PAD < x(last + 1) - x(first)) {
        painter.box(
          { left: x(first) + 1, top, width: wide + 2 * PAD - 1, height: ROW_HEIGHT - GAP },
          palette.surface,
          0.82,
        )
        painter.text(owner, x(first) + PAD, top + BASELINE, palette.text)
      }
    }
  })
}

function paintStep(
  painter: Painter,
  box: { left: number; top: number; width: number; height: number },
  use: GpuUse | null,
  utilization: number | null,
  palette: Palette,
): void {
  switch (use) {
    case null:
      return
    case 'TROUBLE':
      painter.box(box, palette.error)
      return
    case 'HELD_IDLE':
      painter.box(box, palette.warnFill, 0.25)
      painter.hatch(box, palette.warnFill)
      return
    case 'RESERVED':
      painter.box(box, palette.plainSoft)
      painter.hatch(box, palette.faint)
      return
    case 'UNKNOWN':
      painter.hatch(box, palette.hatch)
      return
    case 'FREE':
      painter.box(box, palette.plainSoft, 0.5)
      return
    default:
      painter.box(box, palette.util, LEAST_ALPHA + ((1 - LEAST_ALPHA) * (utilization ?? 0)) / 100)
  }
}
