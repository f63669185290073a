import '@testing-library/jest-dom/vitest'
import { afterEach } from 'vitest'
import { endOfTest } from './end'

// Tests share their environment, so each one restores it.
afterEach(async () => {
  await endOfTest()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
})
