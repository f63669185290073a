import { memoryOf, type MemoryRow } from './memory'

/** Used memory by user, according to the processes. */
export interface MemoryByUser {
  users: { name: string; bytes: number }[]
  /** Used memory without a known user. */
  unowned: number
  /** Idle GPUs with used memory, and the start of the latest idle period. */
  idle: { indexes: number[]; bytes: number; since: number } | null
}

export function memoryByUser(rows: readonly MemoryRow[]): MemoryByUser {
  const owned = new Map<string, number>()
  const read = rows.filter((row) => row.used.quality === 'ok' && row.used.summary !== null)
  let unowned = 0
  for (const row of read) {
    let left = row.used.summary?.mean ?? 0
    for (const process of row.gpu.processes) {
      const user = process.facts['user']
      if (user === undefined) continue
      // As in the bars, the sum of processes never exceeds the used memory.
      const bytes = Math.min(memoryOf(process) ?? 0, left)
      owned.set(user, (owned.get(user) ?? 0) + bytes)
      left -= bytes
    }
    unowned += left
  }
  const users = [...owned].map(([name, bytes]) => ({ name, bytes }))
  users.sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name))
  return { users, unowned, idle: idleMemory(read) }
}

function idleMemory(rows: readonly MemoryRow[]): MemoryByUser['idle'] {
  const idle = rows.filter((row) => row.idleMillis !== null)
  if (idle.length === 0) return null
  return {
    indexes: idle.map((row) => row.gpu.index),
    bytes: idle.reduce((sum, row) => sum + (row.used.summary?.mean ?? 0), 0),
    since: Math.max(...idle.map((row) => Date.parse(row.gpu.idleSince ?? ''))),
  }
}

/** Used and installed memory of all GPUs that can be read. */
export interface FleetMemory {
  keys: string[]
  used: number | null
  /** Null until each of them has reported it. */
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
