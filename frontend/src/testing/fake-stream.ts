import type { Snapshot } from '@/api/types'
import type { Stream } from '@/stream/ports'

/** A stream whose events are sent by a test. */
export class FakeStream implements Stream {
  readyState = 0
  closed = false
  private readonly handlers = new Map<string, (event: MessageEvent<string>) => void>()

  constructor(readonly lastEventId: string | null) {}

  addEventListener(type: string, handler: (event: MessageEvent<string>) => void): void {
    this.handlers.set(type, handler)
  }

  close(): void {
    this.closed = true
  }

  open(): void {
    this.readyState = 1
    this.handlers.get('open')?.(new MessageEvent('open'))
  }

  send(snapshot: Snapshot): void {
    this.say(JSON.stringify(snapshot), String(snapshot.sequence))
  }

  say(data: string, lastEventId = ''): void {
    this.handlers.get('snapshot')?.(new MessageEvent('snapshot', { data, lastEventId }))
  }

  tell(kind: string, data: string): void {
    this.handlers.get(kind)?.(new MessageEvent(kind, { data }))
  }

  lag(missed: number): void {
    this.handlers.get('lag')?.(new MessageEvent('lag', { data: JSON.stringify({ missed, restarted: false }) }))
  }

  fail(readyState: number): void {
    this.readyState = readyState
    this.handlers.get('error')?.(new MessageEvent('error'))
  }
}
