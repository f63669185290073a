import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Responds to an API request in place of the real server; false to leave it to that server. */
export type Respond = (path: string, response: ServerResponse, query: URLSearchParams) => boolean

/** A server with the pages of the real one, and an API that is controlled by a test. */
export class Stub {
  respond: Respond = () => false
  private server: Server | null = null
  private readonly streams = new Set<ServerResponse>()
  private readonly replays = new Map<ServerResponse, string>()
  private readonly sockets = new Set<Socket>()

  constructor(private readonly upstream: string) {}

  get address(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}/`
  }

  async start(): Promise<void> {
    const server = createServer((incoming, response) => {
      this.handle(incoming, response)
    })
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.server = server
  }

  async stop(): Promise<void> {
    const stopped = new Promise((resolve) => this.server?.close(resolve))
    for (const socket of this.sockets) socket.destroy()
    await stopped
  }

  /** Keeps a stream open for `send`. */
  stream(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.flushHeaders()
    this.streams.add(response)
    response.on('close', () => this.streams.delete(response))
  }

  /** Keeps a stream open that resumes after an event, for `sendPast`. */
  replay(response: ServerResponse, after: string): void {
    this.stream(response)
    this.streams.delete(response)
    this.replays.set(response, after)
    response.on('close', () => this.replays.delete(response))
  }

  /** IDs of the events after which streams resume. */
  get resumedAfter(): string[] {
    return [...this.replays.values()]
  }

  /** Breaks the connections of all streams. */
  drop(): void {
    for (const stream of this.streams) stream.destroy()
  }

  get listeners(): number {
    return this.streams.size
  }

  send(data: unknown, id = ''): void {
    for (const stream of this.streams) stream.write(event(data, id))
  }

  sendPast(data: unknown, id: string): void {
    for (const stream of this.replays.keys()) stream.write(event(data, id))
  }

  private handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', this.upstream)
    const path = pathname.split('/api/v1/')[1]
    if (path !== undefined && this.respond(path, response, searchParams)) return
    const onward = request(new URL(incoming.url ?? '/', this.upstream), {
      method: incoming.method,
      headers: incoming.headers,
    })
    onward.on('response', (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}

function event(data: unknown, id: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `event: snapshot\n${id === '' ? '' : `id: ${id}\n`}data: ${text}\n\n`
}

export function problem(response: ServerResponse, status: number, detail: string, headers = {}): true {
  response.writeHead(status, { 'Content-Type': 'application/problem+json', ...headers })
  response.end(JSON.stringify({ title: 'No', status, detail }))
  return true
}

export function json(response: ServerResponse, body: unknown): true {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
  return true
}
