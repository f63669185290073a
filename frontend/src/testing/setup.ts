import '@testing-library/jest-dom/vitest'
import { afterEach } from 'vitest'
import { endOfTest } from './end'

// Without devtools Vue collects the events of all components for 3 s, which do not pass in tests.
Object.assign(globalThis, { __VUE_DEVTOOLS_GLOBAL_HOOK__: { emit: () => undefined } })

// Tests share their environment, so each one restores it.
afterEach(async () => {
  await endOfTest()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
})
