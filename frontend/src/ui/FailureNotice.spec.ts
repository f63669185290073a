import { flushPromises, mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { unmountAfterEach } from '@/testing/unmount'
import FailureNotice from './FailureNotice.vue'

unmountAfterEach()

async function said(failures: unknown): Promise<string> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ checks: [], steps: [], failures })))
  const notice = mount(FailureNotice, { props: { part: 'events' } })
  await flushPromises()
  return notice.text()
}

it('a page reports which of its data may be missing because a part of gpulse failed', async () => {
  const failure = { part: 'events', detail: 'Detection of events fails: closed' }

  expect(await said([{ part: 'stream', detail: 'Publication of rounds fails' }, failure])).toMatch(
    /^Some events may be missing.*Detection of events fails: closed$/s,
  )
})

it('nothing is reported while the part works, or by a server that does not report failures', async () => {
  expect(await said([{ part: 'history', detail: 'History recording fails' }])).toBe('')
  expect(await said(undefined)).toBe('')
})
