/**
 * The new value, with every equal part replaced by the object of the old value. Vue compares objects by identity: a part
 * that is the same object is not rendered again.
 */
export function structuralShare<T>(before: T | undefined, now: T): T {
  if (Object.is(before, now) || !isPlain(before) || !isPlain(now)) return now
  if (Array.isArray(before) !== Array.isArray(now)) return now
  const keys = Object.keys(now)
  let isSame = keys.length === Object.keys(before).length
  /** A copy of the new value, made once a part is replaced. */
  let mixed: Parts | undefined
  for (const key of keys) {
    const old = before[key]
    const value = now[key]
    const part = structuralShare(old, value)
    if (!Object.is(part, value)) (mixed ??= copyOf(now))[key] = part
    isSame &&= Object.is(part, old) && (part !== undefined || Object.hasOwn(before, key))
  }
  return isSame ? before : ((mixed ?? now) as T)
}

function copyOf(value: Parts): Parts {
  return Array.isArray(value) ? (value.slice() as unknown as Parts) : { ...value }
}

type Parts = Record<string, unknown>

function isPlain(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null
}
