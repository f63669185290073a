import { memoryOf, type MemoryRow } from './memory'

/** Whose the used memory is, as far as processes tell it. */
export interface Holders {
  users: { name: string; bytes: number }[]
  /** Used memory that no user is known of. */
  unowned: number
  /** GPUs that hold memory and do nothing, and since when the last of them does. */
  held: { indexes: number[]; bytes: number; since: number } | null
}

export function holdersOf(rows: readonly MemoryRow[]): Holders {
  const owned = new Map<string, number>()
  const read = rows.filter((row) => row.used.quality === 'ok' && row.used.summary !== null)
  let unowned = 0
  for (const row of read) {
    let left = row.used.summary?.mean ?? 0
    for (const process of row.gpu.processes) {
      const user = process.facts['user']
      if (user === undefined) continue
      // As in the bars: processes never hold more than is used.
      const bytes = Math.min(memoryOf(process) ?? 0, left)
      owned.set(user, (owned.get(user) ?? 0) + bytes)
      left -= bytes
    }
    unowned += left
  }
  const users = [...owned].map(([name, bytes]) => ({ name, bytes }))
  users.sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name))
  return { users, unowned, held: heldOf(read) }
}

function heldOf(rows: readonly MemoryRow[]): Holders['held'] {
  const held = rows.filter((row) => row.heldMillis !== null)
  if (held.length === 0) return null
  return {
    indexes: held.map((row) => row.gpu.index),
    bytes: held.reduce((sum, row) => sum + (row.used.summary?.mean ?? 0), 0),
    since: Math.max(...held.map((row) => Date.parse(row.gpu.idleSince ?? ''))),
  }
}

/** Used and installed memory of all GPUs that can be read; how many those are is part of it. */
export interface FleetMemory {
  keys: string[]
  used: number | null
  /** Null while one of them has not told it. */
  total: number | null
  unread: number
}

export function fleetMemory(rows: readonly MemoryRow[]): FleetMemory {
  const read = rows.filter((row) => row.used.quality === 'ok' && row.used.summary !== null)
  const totals = read.flatMap((row) => row.total.value ?? [])
  return {
    keys: read.map((row) => row.key),
    used: read.length === 0 ? null : read.reduce((sum, row) => sum + (row.used.summary?.mean ?? 0), 0),
    total: read.length === 0 || totals.length < read.length ? null : totals.reduce((sum, each) => sum + each, 0),
    unread: rows.length - read.length,
  }
}
