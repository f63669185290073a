import type { Gpu } from '@/api/types'
import { gpuKey } from '@/api/names'
import { roomyDecimals, wholeSeconds } from '@/format/number'
import type { GpuInState } from '@/store/faults'
import { metricAttributes } from '@/store/metric-attributes'
import type { Cell, ReadoutSpec, ReadoutRow } from '@/store/readout'
import type { Printed } from './quantity'

/** A row of the readout, rounded to the printed digits. */
export interface PrintedLine {
  key: string
  index: number
  cells: Printed[] | null
  staleMillis: number | null
  gpu: GpuInState
}

export function printedLine({ gpu, cells, staleMillis }: ReadoutRow, measures: readonly ReadoutSpec[]): PrintedLine {
  const { index, uuid, state, stateSince } = gpu
  return {
    key: gpuKey(gpu),
    index,
    cells: cells === null ? null : printedCells(cells, measures, gpu),
    staleMillis: staleMillis === null ? null : wholeSeconds(staleMillis),
    gpu: { index, uuid, state, stateSince },
  }
}

/** Cells of one GPU, or of all GPUs. */
export function printedCells(cells: readonly Cell[], measures: readonly ReadoutSpec[], gpu?: Gpu): Printed[] {
  return cells.flatMap((cell, column) => {
    const measure = measures[column]
    return measure === undefined ? [] : [printed(cell, measure, gpu)]
  })
}

function printed({ value, quality, reason, ageMillis }: Cell, measure: ReadoutSpec, gpu?: Gpu): Printed {
  const fine = value === null ? null : rounded(value, measure.decimals)
  const decimals = roomyDecimals(fine, measure.decimals)
  return {
    value: value === null ? null : rounded(value, decimals),
    unit: '',
    decimals,
    quality,
    reason,
    ageMillis: wholeSeconds(ageMillis),
    about: metricAttributes(measure.metric, gpu),
    brief: true,
    ageless: true,
  }
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
