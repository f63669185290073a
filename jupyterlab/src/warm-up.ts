/** Class of the hidden frame. */
export const WARM_UP_CLASS = 'gpulse-WarmUp'

const GIVE_UP_MILLIS = 30_000

/**
 * Loads a page of gpulse once in a hidden frame, and removes it. The first dashboard then finds the scripts and styles
 * that the pages share in the cache of the browser, in compiled form.
 */
export function warmUp(address: string): void {
  const frame = document.createElement('iframe')
  frame.className = WARM_UP_CLASS
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  const end = (): void => {
    window.clearTimeout(deadline)
    window.removeEventListener('message', receive)
    frame.remove()
  }
  const receive = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === frame.contentWindow && (data as { gpulse?: unknown } | null)?.gpulse === 'ready') end()
  }
  const deadline = window.setTimeout(end, GIVE_UP_MILLIS)
  window.addEventListener('message', receive)
  frame.src = address
  document.body.append(frame)
}
