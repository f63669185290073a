/**
 * Runs work in an animation frame, at most once per span. A hidden page has no frames, so it renders nothing until it is
 * visible again.
 */
export class FrameThrottle {
  private timer: ReturnType<typeof setTimeout> | undefined
  private frame = 0
  private last = -Infinity

  constructor(
    private readonly spanMillis: () => number,
    private readonly work: () => void,
  ) {}

  request(): void {
    if (this.timer !== undefined || this.frame !== 0) return
    const wait = this.last + this.spanMillis() - performance.now()
    if (wait <= 0) this.schedule()
    else this.timer = setTimeout(this.schedule, wait)
  }

  /** Applies a changed span to work that waits. */
  changed(): void {
    if (this.timer === undefined) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.request()
  }

  stop(): void {
    clearTimeout(this.timer)
    cancelAnimationFrame(this.frame)
    this.timer = undefined
    this.frame = 0
  }

  private readonly schedule = (): void => {
    this.timer = undefined
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.last = performance.now()
      this.work()
    })
  }
}
