import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy between browser and server that simulates failures of proxies and servers. */
export class Relay {
  /** Holds back the events of the stream, as a buffering proxy does. */
  buffers = false
  /** Number of open streams. */
  streams = 0
  /** Number of requests for snapshots so far. */
  snapshots = 0
  /** Paths of all requests so far, without the prefix. */
  readonly requests: string[] = []
  /** Paths outside the prefix, which are answered with 404. */
  readonly strays: string[] = []
  private server: Server | null = null
  private port = 0
  private readonly sockets = new Set<Socket>()
  private readonly ended: (() => void)[] = []

  /** @param prefix of all paths, which is stripped: `/user/anna`, or empty */
  constructor(
    private readonly upstream: string,
    private readonly prefix = '',
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}${this.prefix}/`
  }

  async start(): Promise<void> {
    const server = createServer((incoming, outgoing) => {
      this.pass(incoming, outgoing)
    })
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
    this.server = server
  }

  /** Closes the port and breaks open connections. */
  async stop(): Promise<void> {
    const stopped = new Promise((resolve) => this.server?.close(resolve))
    for (const socket of this.sockets) socket.destroy()
    await stopped
    this.server = null
  }

  /** Waits until no stream is open. */
  async withoutStreams(): Promise<void> {
    if (this.streams > 0) await new Promise<void>((resolve) => this.ended.push(resolve))
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const url = incoming.url ?? '/'
    if (!url.startsWith(`${this.prefix}/`)) {
      this.strays.push(url)
      outgoing.writeHead(404).end()
      return
    }
    const path = url.slice(this.prefix.length)
    this.requests.push(path)
    const isStream = incoming.url?.includes('/stream') === true
    if (isStream) this.streams++
    if (incoming.url?.includes('/snapshot?view=core') === true) this.snapshots++
    const onward = request(new URL(path.slice(1), this.upstream), {
      method: incoming.method,
      headers: incoming.headers,
    })
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      outgoing.flushHeaders()
      if (isStream && this.buffers) response.resume()
      else response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => {
      onward.destroy()
      if (isStream && --this.streams === 0) for (const resolve of this.ended.splice(0)) resolve()
    })
    incoming.pipe(onward)
  }
}
