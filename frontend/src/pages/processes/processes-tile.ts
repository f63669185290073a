import { RUNNING } from '@/store/users'
import { bars, type Shape } from '../overview/drawings'
import type { Known, Tile } from '../overview/tile-parts'

export const tile: Tile = { draw: processBars, say: processCount }

function processBars({ rows }: Known): Shape[] {
  const counts = rows.map((row) => row.gpu.values[RUNNING])
  const most = Math.max(1, ...counts.flatMap((count) => count ?? []))
  return bars(
    counts.map((count) => (count === undefined ? null : (count / most) * 100)),
    'util',
  )
}

/** Number of processes on the GPUs that report it; empty if none does. */
function processCount({ rows, t }: Known): string {
  const counts = rows.flatMap((row) => row.gpu.values[RUNNING] ?? [])
  if (counts.length === 0) return ''
  return t('overview.processes', { n: counts.reduce((all, n) => all + n, 0) })
}
