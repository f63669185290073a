import type { Tell, Told } from './line'
import type { Entry, Ring } from './ring'

/** More are not sent to a page that is busy or frozen: it finds the rest in the ring when it is back. */
const MOST_UNDERWAY = 4
const MOST_AT_ONCE = 32
/** A server remembers no more rounds than this; who counts further back has begun anew with its clock set back. */
const MOST_REPLAYED = 1_000_000

/** One page at the end of a line, walking along the ring at its own pace. */
export class Listener {
  private position = 0
  private after: number | null = null
  private underway = 0
  private waitingSince: number | null = null
  private greeted = false

  constructor(
    private readonly line: Tell,
    private readonly ring: Ring,
  ) {}

  /** How long it has left our oldest message unanswered. */
  get waitedMillis(): number {
    return this.waitingSince === null ? 0 : performance.now() - this.waitingSince
  }

  /** Whether the ring has more that it was not told. */
  get isBehind(): boolean {
    return this.position < this.ring.last
  }

  greet(after: number | null): void {
    this.hush()
    this.greeted = true
    this.after = after
    this.position = 0
    this.underway = 0
  }

  tell(told: Told): void {
    this.underway++
    this.waitingSince ??= performance.now()
    this.line(told)
  }

  acknowledged(): void {
    this.underway = Math.max(0, this.underway - 1)
    this.waitingSince = this.underway === 0 ? null : performance.now()
  }

  /** Nothing more is expected of it. */
  hush(): void {
    this.waitingSince = null
  }

  advance(): void {
    while (this.greeted && this.underway < MOST_UNDERWAY) {
      const next = this.ring.after(this.position, MOST_AT_ONCE)
      const last = next.at(-1)
      if (last === undefined) return
      this.position = last.position
      const texts = next.filter((entry) => !this.knows(entry)).map(({ text }) => text)
      if (texts.length > 0) this.tell({ kind: 'snapshots', texts })
    }
  }

  private knows({ sequence }: Entry): boolean {
    return this.after !== null && sequence <= this.after && this.after - sequence < MOST_REPLAYED
  }
}
