let end: (() => Promise<void>) | null = null

/** Sets what `endOfTest` does. */
export function setEnd(action: (() => Promise<void>) | null): void {
  end = action
}

/** Closes the dashboard that a test has opened; runs after each test, whatever its result. */
export async function endOfTest(): Promise<void> {
  await end?.()
  end = null
}
