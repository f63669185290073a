/**
 * What is told now, with the object of before in place of every part that says the same. Vue compares objects by
 * identity: a part that stays the same object is not shown again.
 */
export function kept<T>(before: T | undefined, now: T): T {
  if (Object.is(before, now) || !isPlain(before) || !isPlain(now)) return now
  if (Array.isArray(before) !== Array.isArray(now)) return now
  const keys = Object.keys(now)
  let isSame = keys.length === Object.keys(before).length
  const parts = keys.map((key) => {
    const part = kept(before[key], now[key])
    isSame &&= Object.is(part, before[key]) && Object.hasOwn(before, key)
    return part
  })
  if (isSame) return before
  if (Array.isArray(now)) return parts as T
  return Object.fromEntries(keys.map((key, i) => [key, parts[i]])) as T
}

type Parts = Record<string, unknown>

function isPlain(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null
}
