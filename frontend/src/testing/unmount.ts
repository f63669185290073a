import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterAll, afterEach } from 'vitest'

/** Unmounts what the tests of this file mount; files share their environment. */
export function unmountAfterEach(): void {
  enableAutoUnmount(afterEach)
  afterAll(disableAutoUnmount)
}
