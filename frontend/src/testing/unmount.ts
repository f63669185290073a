import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterAll, afterEach } from 'vitest'

/** Unmounts the components of the tests of this file; files share their environment. */
export function unmountAfterEach(): void {
  enableAutoUnmount(afterEach)
  afterAll(disableAutoUnmount)
}
