/**
 * Pages with the same key share a stream: they are of the same build, and request the same address. Two builds may have
 * different messages, and one host may have two dashboards behind different prefixes.
 */
export function keyOf(stream: URL, build: string): string {
  const key = new URL(stream)
  key.hash = build
  return key.href
}

export function streamOf(key: string): URL {
  const stream = new URL(key)
  stream.hash = ''
  return stream
}

/** File names contain a hash of their content, and the first file imports all others. */
export function buildOf(moduleAddress: string): string {
  return new URL(moduleAddress).pathname.split('/').at(-1) ?? ''
}
