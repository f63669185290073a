import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What is answered in place of the real server, or null to let it answer; called for the API only. */
export type Say = (path: string, answer: ServerResponse) => boolean

/** A server that has the real one's pages, and an API that says what a test wants. */
export class Stub {
  readonly asked: string[] = []
  say: Say = () => false
  private server: Server | null = null
  private readonly streams = new Set<ServerResponse>()
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

  /** Breaks the connections of all streams. */
  drop(): void {
    for (const stream of this.streams) stream.destroy()
  }

  get listeners(): number {
    return this.streams.size
  }

  tell(data: unknown, id = ''): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    const head = id === '' ? '' : `id: ${id}\n`
    for (const stream of this.streams) stream.write(`event: snapshot\n${head}data: ${text}\n\n`)
  }

  count(path: string): number {
    return this.asked.filter((each) => each === path).length
  }

  private answer(asked: IncomingMessage, answer: ServerResponse): void {
    const { pathname } = new URL(asked.url ?? '/', this.upstream)
    const path = pathname.split('/api/v1/')[1]
    if (path !== undefined) {
      this.asked.push(path)
      if (this.say(path, answer)) return
    }
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

export function problem(answer: ServerResponse, status: number, detail: string, headers = {}): true {
  answer.writeHead(status, { 'Content-Type': 'application/problem+json', ...headers })
  answer.end(JSON.stringify({ title: 'No', status, detail }))
  return true
}

export function html(answer: ServerResponse): true {
  answer.writeHead(200, { 'Content-Type': 'text/html' })
  answer.end('<!doctype html><title>Proxy</title><h1>Please sign in</h1>')
  return true
}

export function json(answer: ServerResponse, told: unknown): true {
  answer.writeHead(200, { 'Content-Type': 'application/json' })
  answer.end(JSON.stringify(told))
  return true
}
