import type { Lock } from './election'

/** The browser's own locks; it has them only where a page came over HTTPS or from this machine. */
export function webLock(name: string): Lock | null {
  const locks = 'locks' in navigator ? (navigator.locks as LockManager | undefined) : undefined
  if (locks === undefined) return null
  return (won, signal) => {
    const held = new Promise<void>((release) => {
      signal.addEventListener('abort', () => {
        release()
      })
    })
    const wait = locks.request(name, { signal }, () => {
      won()
      return held
    })
    // Aborted while it waited: just what was asked for.
    wait.catch(() => undefined)
  }
}
