/** Messages between tabs that elect a leader. */
export type Vote =
  | { kind: 'who'; from: string }
  | { kind: 'claim'; from: string }
  | { kind: 'lead'; from: string }
  | { kind: 'resign'; from: string }

export interface Candidate {
  lead: () => void
  /** Called again for each new leader. */
  follow: (leader: string) => void
}

/** Waits for the lock and holds it until the signal; a tab that dies loses it. */
export type Lock = (won: () => void, signal: AbortSignal) => void

/** Asked so often whether the leader still lives. The asking is on who follows: a hidden leader's timers sleep. */
const ASK_MILLIS = 400
const SILENCE_MILLIS = 1200
/** A leader that is there answers within this, and of several who claim, the lowest id prevails. */
const CLAIM_MILLIS = 200

/** Finds the one tab that leads, and another when it is gone: by the browser's locks, or by asking around. */
export class Election {
  private leader: string | null = null
  private heardAt = 0
  private candidate: Candidate | null = null
  private abort: AbortController | null = null
  private asking: ReturnType<typeof setInterval> | undefined
  private claim: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly id: string,
    private readonly post: (vote: Vote) => void,
    private readonly lock: Lock | null,
  ) {}

  start(candidate: Candidate): void {
    this.candidate = candidate
    this.leader = null
    this.post({ kind: 'who', from: this.id })
    this.asking = setInterval(() => {
      this.ask()
    }, ASK_MILLIS)
    if (this.lock === null) {
      this.claimSoon()
    } else {
      this.abort = new AbortController()
      this.lock(() => {
        this.lead()
      }, this.abort.signal)
    }
  }

  stop(): void {
    clearInterval(this.asking)
    this.withdraw()
    if (this.leader === this.id) this.post({ kind: 'resign', from: this.id })
    this.candidate = null
    this.leader = null
    this.abort?.abort()
    this.abort = null
  }

  receive(vote: Vote): void {
    if (this.candidate === null) return
    switch (vote.kind) {
      case 'who':
        if (this.leader === this.id) this.post({ kind: 'lead', from: this.id })
        break
      case 'claim':
        this.judge(vote.from)
        break
      case 'lead':
        this.accept(vote.from)
        break
      case 'resign':
        if (vote.from === this.leader && this.lock === null) this.claimSoon()
    }
  }

  private ask(): void {
    if (this.leader === this.id || this.claim !== undefined) return
    const silence = performance.now() - this.heardAt
    if (silence >= SILENCE_MILLIS && this.lock === null) this.claimSoon()
    else if (silence >= ASK_MILLIS / 2) this.post({ kind: 'who', from: this.id })
  }

  private claimSoon(): void {
    this.withdraw()
    this.leader = null
    this.post({ kind: 'claim', from: this.id })
    this.claim = setTimeout(() => {
      this.lead()
    }, CLAIM_MILLIS)
  }

  private judge(claimant: string): void {
    if (this.leader === this.id) this.post({ kind: 'lead', from: this.id })
    else if (this.claim !== undefined && this.id < claimant) this.post({ kind: 'claim', from: this.id })
    else this.hold()
  }

  private accept(leader: string): void {
    // After a split two may lead; the lower id stays, the other one follows. Who holds the lock leads alone.
    if (this.leader === this.id && (this.lock !== null || this.id < leader)) {
      this.post({ kind: 'lead', from: this.id })
      return
    }
    this.hold()
    if (this.leader === leader) return
    this.leader = leader
    this.candidate?.follow(leader)
  }

  private lead(): void {
    this.claim = undefined
    if (this.candidate === null) return
    this.leader = this.id
    this.post({ kind: 'lead', from: this.id })
    this.candidate.lead()
  }

  private hold(): void {
    this.withdraw()
    this.heardAt = performance.now()
  }

  private withdraw(): void {
    clearTimeout(this.claim)
    this.claim = undefined
  }
}
