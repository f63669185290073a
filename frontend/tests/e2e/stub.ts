import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What is answered in place of the real server, or null to let it answer; called for the API only. */
export type Say = (path: string, answer: ServerResponse, query: URLSearchParams) => boolean

/** A server that has the real one's pages, and an API that says what a test wants. */
export class Stub {
  say: Say = () => false
  private server: Server | null = null
  private readonly streams = new Set<ServerResponse>()
  private readonly replays = new Map<ServerResponse, string>()
  private readonly sockets = new Set<Socket>()

  constructor(private readonly upstream: string) {}

  get address(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}/`
  }

  async start(): Promise<void> {
    const server = createServer((asked, answer) => {
      this.answer(asked, answer)
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

  /** Keeps a stream open, to be told what comes. */
  stream(answer: ServerResponse): void {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    answer.flushHeaders()
    this.streams.add(answer)
    answer.on('close', () => this.streams.delete(answer))
  }

  /** Keeps one open that was resumed after an event, to be told what has followed it. */
  replay(answer: ServerResponse, after: string): void {
    this.stream(answer)
    this.streams.delete(answer)
    this.replays.set(answer, after)
    answer.on('close', () => this.replays.delete(answer))
  }

  /** After which events the past is asked for. */
  get asksForPast(): string[] {
    return [...this.replays.values()]
  }

  /** Breaks the connections of all streams. */
  drop(): void {
    for (const stream of this.streams) stream.destroy()
  }

  get listeners(): number {
    return this.streams.size
  }

  tell(data: unknown, id = ''): void {
    for (const stream of this.streams) stream.write(event(data, id))
  }

  tellPast(data: unknown, id: string): void {
    for (const stream of this.replays.keys()) stream.write(event(data, id))
  }

  private answer(asked: IncomingMessage, answer: ServerResponse): void {
    const { pathname, searchParams } = new URL(asked.url ?? '/', this.upstream)
    const path = pathname.split('/api/v1/')[1]
    if (path !== undefined && this.say(path, answer, searchParams)) return
    const onward = request(new URL(asked.url ?? '/', this.upstream), { method: asked.method, headers: asked.headers })
    onward.on('response', (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  }
}

function event(data: unknown, id: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `event: snapshot\n${id === '' ? '' : `id: ${id}\n`}data: ${text}\n\n`
}

export function problem(answer: ServerResponse, status: number, detail: string, headers = {}): true {
  answer.writeHead(status, { 'Content-Type': 'application/problem+json', ...headers })
  answer.end(JSON.stringify({ title: 'No', status, detail }))
  return true
}

export function json(answer: ServerResponse, told: unknown): true {
  answer.writeHead(200, { 'Content-Type': 'application/json' })
  answer.end(JSON.stringify(told))
  return true
}
