import type { Snapshot } from '@/api/types'

export interface Entry {
  /** Number in the order of arrival: past snapshots may arrive after newer ones. */
  position: number
  /** Whether newer ones arrived before it. */
  isPast: boolean
  takenAt: number
  text: string
}

/** The longest range of a live page. */
const SPAN_MILLIS = 15 * 60_000
/** About the memory of the server's own ring. */
const MOST_CHARACTERS = 2 ** 24

/** The last snapshots, so that another page has them at once. */
export class Ring {
  private entries: Entry[] = []
  private latest: Entry | null = null
  private position = 0
  private characters = 0

  constructor(private readonly mostCharacters = MOST_CHARACTERS) {}

  add(snapshot: Snapshot, isPast = false): void {
    const text = JSON.stringify(snapshot)
    const takenAt = Date.parse(snapshot.takenAt)
    const entry = { position: ++this.position, isPast, takenAt, text }
    this.entries.push(entry)
    if (!isPast) this.latest = entry
    this.characters += text.length
    let old = 0
    while (old < this.entries.length - 1 && this.isTooMuch(this.entries[old], takenAt)) {
      this.characters -= this.entries[old++]?.text.length ?? 0
    }
    if (old > 0) this.entries.splice(0, old)
  }

  /** The newest of the stream, or null while there is none. */
  get newest(): Entry | null {
    return this.latest
  }

  /** At most `most` entries after a position. */
  after(position: number, most: number): Entry[] {
    const gone = (this.entries[0]?.position ?? 1) - 1
    const start = Math.max(0, position - gone)
    return this.entries.slice(start, start + most)
  }

  private isTooMuch(oldest: Entry | undefined, now: number): boolean {
    return this.characters > this.mostCharacters || now - (oldest?.takenAt ?? now) > SPAN_MILLIS
  }
}
