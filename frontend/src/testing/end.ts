import { vi } from 'vitest'

let end: (() => Promise<void>) | null = null

/** Sets the action of `endOfTest`. */
export function setEnd(action: (() => Promise<void>) | null): void {
  end = action
}

/** Closes the dashboard of a test; runs after each test, passed or failed. */
export async function endOfTest(): Promise<void> {
  await end?.()
  end = null
  // Vitest keeps all mocks, and they keep the elements of the dashboards that they were called on.
  vi.clearAllMocks()
}
