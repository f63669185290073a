import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { Status } from '@/api/types'
import { unmountAfterEach } from '@/testing/unmount'
import FailureNotice from './FailureNotice.vue'

unmountAfterEach()

function said(failures: Status['failures'] | undefined): string {
  const status = { checks: [], steps: [], failures } as unknown as Status
  return mount(FailureNotice, { props: { part: 'events', status } }).text()
}

it('a page reports which of its data may be missing because a part of gpulse failed', () => {
  const failure = { part: 'events', detail: 'Detection of events fails: closed' }

  expect(said([{ part: 'stream', detail: 'Publication of rounds fails' }, failure])).toMatch(
    /^Some events may be missing.*Detection of events fails: closed$/s,
  )
})

it('nothing is reported while the part works, or by a server that does not report failures', () => {
  expect(said([{ part: 'history', detail: 'History recording fails' }])).toBe('')
  expect(said(undefined)).toBe('')
})
