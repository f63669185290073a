import type { Alert } from '@/store/alerts'
import { isFailed } from '@/store/faults'
import type { ProfileColumn } from '@/ui/ProfileGlyph.vue'
import type { Row } from './rows'
import { percentOf } from './totals'

export type Columns = Record<'utilizationMean' | 'memory' | 'power' | 'hottest', ProfileColumn[]>

/** Range of a column of the temperature. */
const COLD_CELSIUS = 25
const SPAN_CELSIUS = 70
const FULL = 100
/** Height of a column. */
const PIXELS = 31

/** The columns of the measures of the summary, one for each GPU. */
export function measureColumns(rows: readonly Row[]): Columns {
  return {
    utilizationMean: columns(rows, (row) => percentOf(row.utilization, FULL)),
    memory: columns(rows, (row) => percentOf(row.memory.reading, row.memory.limit)),
    power: columns(rows, (row) => percentOf(row.power.reading, row.power.limit), ['capped', 'thermal', 'brake']),
    hottest: columns(rows, celsius, ['hot']),
  }
}

function celsius(row: Row): number | null {
  const percent = percentOf(row.temperature, SPAN_CELSIUS)
  return percent === null ? null : percent - (COLD_CELSIUS / SPAN_CELSIUS) * FULL
}

function columns(
  rows: readonly Row[],
  percentOfRow: (row: Row) => number | null,
  warnings: readonly Alert['kind'][] = [],
): ProfileColumn[] {
  return rows.map((row) => {
    const percent = percentOfRow(row)
    const isWarned = row.alerts.some(({ kind }) => warnings.includes(kind))
    const look = isFailed(row.gpu) && percent === null ? 'lost' : isWarned ? 'warn' : undefined
    return { key: row.key, percent: toPixels(percent), look }
  })
}

/** Rounds to whole pixels, so that smaller changes render nothing. */
function toPixels(percent: number | null): number | null {
  return percent === null ? null : Math.round((percent / FULL) * PIXELS) * (FULL / PIXELS)
}
