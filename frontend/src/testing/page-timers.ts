import { vi } from 'vitest'

interface Timer {
  id: number
  at: number
  run: () => void
}

/** Timeouts of a page that scripts can block, in place of the global ones. */
export class PageTimers {
  private now = 0
  private lastId = 0
  private pending: Timer[] = []

  constructor() {
    vi.stubGlobal('setTimeout', (run: () => void, millis = 0) => {
      this.pending.push({ id: ++this.lastId, at: this.now + millis, run })
      return this.lastId
    })
    vi.stubGlobal('clearTimeout', (id?: number) => {
      this.pending = this.pending.filter((timer) => timer.id !== id)
    })
  }

  /** Runs each timer at its time. */
  respond(millis: number): void {
    const end = this.now + millis
    for (let next = this.dueUntil(end)[0]; next !== undefined; next = this.dueUntil(end)[0]) {
      this.now = Math.max(this.now, next.at)
      this.run(next)
    }
    this.now = end
  }

  /** Runs no timer until the end; then each one that is due runs once. */
  block(millis: number): void {
    this.now += millis
    for (const timer of this.dueUntil(this.now)) if (this.pending.includes(timer)) this.run(timer)
  }

  private run(timer: Timer): void {
    this.pending.splice(this.pending.indexOf(timer), 1)
    timer.run()
  }

  private dueUntil(end: number): Timer[] {
    return this.pending.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.id - b.id)
  }
}
