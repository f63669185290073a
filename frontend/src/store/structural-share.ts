/**
 * What is told now, with the object of before in place of every part that says the same. Vue compares objects by
 * identity: a part that stays the same object is not shown again.
 */
export function structuralShare<T>(before: T | undefined, now: T): T {
  if (Object.is(before, now) || !isPlain(before) || !isPlain(now)) return now
  if (Array.isArray(before) !== Array.isArray(now)) return now
  const keys = Object.keys(now)
  let isSame = keys.length === Object.keys(before).length
  /** Made only when a part of before belongs into what is new otherwise. */
  let mixed: Parts | undefined
  for (const key of keys) {
    const old = before[key]
    const told = now[key]
    const part = structuralShare(old, told)
    if (!Object.is(part, told)) (mixed ??= copyOf(now))[key] = part
    isSame &&= Object.is(part, old) && (part !== undefined || Object.hasOwn(before, key))
  }
  return isSame ? before : ((mixed ?? now) as T)
}

function copyOf(told: Parts): Parts {
  return Array.isArray(told) ? (told.slice() as unknown as Parts) : { ...told }
}

type Parts = Record<string, unknown>

function isPlain(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null
}
