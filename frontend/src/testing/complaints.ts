import { vi } from 'vitest'

/** Records warnings and errors on the console from now on; the result returns them. */
export function complaints(): () => unknown[] {
  const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  return () => spies.flatMap((spy) => spy.mock.calls)
}
