/**
 * Who share a stream: pages of the same build that ask for the same stream at the same address. Two builds may not
 * understand each other, and the address tells apart what lies behind two prefixes of one host.
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

/** The build names its files after their content, and the first of them names all others. */
export function buildOf(moduleAddress: string): string {
  return new URL(moduleAddress).pathname.split('/').at(-1) ?? ''
}
