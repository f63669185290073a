import type { Problem } from '@/api/refusal'
import type { Feed, Link } from '../feed'
import type { Say, Tell } from './line'
import { Listener } from './listener'
import { Ring } from './ring'

/** Who has not acknowledged for so long has ended, or sleeps. */
const ASLEEP_MILLIS = 10_000
/** A page that is left for another one of ours should find the stream still open. */
const IDLE_MILLIS = 10_000

/** Holds the only feed and tells it to all who listen: first the past, as far as it is known, and then what comes. */
export class Hub {
  private readonly listeners = new Set<Listener>()
  /** Those of them that are still told the past. */
  private readonly replaying = new Set<Listener>()
  private readonly ring = new Ring()
  private link: Link = { kind: 'connecting' }
  private linkAt = 0
  private problem: Problem | null = null
  private running = false
  private idle: ReturnType<typeof setTimeout> | undefined
  private round: ReturnType<typeof setInterval> | undefined

  constructor(private readonly feed: Feed) {}

  /** Opens a line; what its other end says is to be handed to the result. */
  connect(tell: Tell): Say {
    const listener = new Listener(tell, this.ring)
    return (said) => {
      switch (said.kind) {
        case 'hello':
          this.join(listener, said.after)
          break
        case 'ack':
          listener.acknowledged()
          this.wake(listener)
          break
        case 'retry':
          this.feed.retryNow()
          break
        case 'bye':
          this.forget(listener)
      }
    }
  }

  stop(): void {
    clearTimeout(this.idle)
    clearInterval(this.round)
    this.listeners.clear()
    this.replaying.clear()
    if (this.running) this.feed.stop()
    this.running = false
  }

  private join(listener: Listener, after: number | null): void {
    listener.greet(after)
    this.listeners.delete(listener)
    this.wake(listener)
  }

  private wake(listener: Listener): void {
    clearTimeout(this.idle)
    this.idle = undefined
    const isBack = !this.listeners.has(listener)
    this.listeners.add(listener)
    this.run()
    listener.advance()
    if (!isBack) {
      this.caughtUp(listener)
      return
    }
    if (listener.isBehind) this.replaying.add(listener)
    // After the past: what was told of it must not hide that there is no present.
    listener.tell({ kind: 'link', link: this.linkNow(listener) })
    if (this.problem !== null || this.link.kind === 'waiting') listener.tell({ kind: 'problem', problem: this.problem })
  }

  /** The ring is walked to its end by acknowledgements. */
  private caughtUp(listener: Listener): void {
    if (listener.isBehind || !this.replaying.delete(listener)) return
    listener.tell({ kind: 'link', link: this.linkNow(listener) })
  }

  private forget(listener: Listener): void {
    listener.hush()
    this.listeners.delete(listener)
    this.replaying.delete(listener)
    if (this.listeners.size > 0 || !this.running) return
    this.idle ??= setTimeout(() => {
      this.stop()
    }, IDLE_MILLIS)
  }

  private run(): void {
    if (this.running) return
    this.running = true
    this.round = setInterval(() => {
      for (const listener of this.listeners) if (listener.waitedMillis > ASLEEP_MILLIS) this.forget(listener)
    }, ASLEEP_MILLIS / 4)
    this.feed.start({
      snapshot: (snapshot) => {
        this.ring.add(snapshot)
        for (const listener of this.listeners) listener.advance()
      },
      link: (link) => {
        this.link = link
        this.linkAt = performance.now()
        if (link.kind === 'open') this.problem = null
        for (const listener of this.listeners) listener.tell({ kind: 'link', link: this.linkNow(listener) })
      },
      problem: (problem) => {
        this.problem = problem
        for (const listener of this.listeners) listener.tell({ kind: 'problem', problem })
      },
    })
  }

  /** Whoever joins in the middle of a wait has only the rest of it to wait. */
  private linkNow(listener: Listener): Link {
    if (this.link.kind === 'open' && this.replaying.has(listener)) return { kind: 'replaying' }
    if (this.link.kind !== 'waiting') return this.link
    const waited = performance.now() - this.linkAt
    return { ...this.link, retryInMillis: Math.max(0, this.link.retryInMillis - waited) }
  }
}
