import { createServer, request } from 'node:http'
import { createInterface } from 'node:readline'

/** Stands between browser and server, shows each GPU of the demo twice, and counts what a page loads. */
export class Twice {
  /** Of scripts and styles, as they went over the wire. */
  assetBytes = 0
  /** The same until the first snapshot; then a page fetches the others in advance. */
  firstLoad = null
  events = 0

  constructor(port) {
    this.upstream = `http://127.0.0.1:${port}`
    this.server = createServer((asked, answer) => this.#pass(asked, answer))
  }

  async listen() {
    await new Promise((listening) => this.server.listen(0, '127.0.0.1', listening))
    return `http://127.0.0.1:${this.server.address().port}/`
  }

  /** What is loaded from now on is a page's first load. */
  begin() {
    this.assetBytes = 0
    this.firstLoad = null
  }

  close() {
    this.server.closeAllConnections()
    this.server.close()
  }

  #pass(asked, answer) {
    const told = /^\/api\/v1\/(stream|snapshot)/.exec(asked.url)
    const headers = told === null ? asked.headers : { ...asked.headers, 'accept-encoding': 'identity' }
    const onward = request(new URL(asked.url, this.upstream), { method: asked.method, headers })
    onward.on('response', (response) => {
      const { 'content-length': length, ...rest } = response.headers
      const asIs = told === null && length !== undefined
      answer.writeHead(response.statusCode, asIs ? response.headers : rest)
      answer.flushHeaders()
      if (told !== null) return this.#double(response, answer)
      if (/\.(js|css)$/.test(asked.url)) response.on('data', (part) => (this.assetBytes += part.length))
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  }

  /** An event's JSON stands in one line, as that of an answer does. */
  #double(response, answer) {
    const lines = createInterface({ input: response })
    lines.on('line', (line) => {
      const json = line.indexOf('{')
      const isData = json === 0 || line.startsWith('data:')
      if (isData && json >= 0) {
        this.events++
        this.firstLoad ??= this.assetBytes
      }
      answer.write((isData && json >= 0 ? line.slice(0, json) + doubled(line.slice(json)) : line) + '\n')
    })
    lines.on('close', () => answer.end())
    // A stream that its page has left breaks off.
    for (const each of [lines, response]) each.on('error', () => answer.destroy())
  }
}

function doubled(text) {
  const told = JSON.parse(text)
  if (!Array.isArray(told.gpus)) return text
  const count = told.gpus.length
  const twins = told.gpus.map((gpu) => ({
    ...gpu,
    index: gpu.index + count,
    uuid: gpu.uuid?.replace(/^GPU-.{8}/, 'GPU-de300001') ?? null,
  }))
  return JSON.stringify({ ...told, gpus: [...told.gpus, ...twins] })
}
