import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { HistoryStatus } from '@/api/types'
import HistoryNotice from './HistoryNotice.vue'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

const RECORDING: HistoryStatus = {
  state: 'RECORDING',
  detail: null,
  rawSince: '2026-03-01T10:00:00Z',
  minutesSince: null,
  hoursSince: null,
  sizeBytes: null,
  maxBytes: null,
}

function textFor(status: Partial<HistoryStatus>, isEmpty: boolean, failure: string | null = null): string {
  return mount(HistoryNotice, { props: { status: { ...RECORDING, ...status }, isEmpty, failure } }).text()
}

it('there is no notice while the history records', () => {
  expect(textFor({}, false)).toBe('')
})

it('an empty period and a new history have different notices', () => {
  expect(textFor({}, true)).toBe('Nothing was sampled in this time.')
  expect(textFor({ rawSince: null }, true)).toContain('has just started')
})

it('a state is a sentence with the detail from the server', () => {
  expect(textFor({ state: 'LOCKED', detail: 'By process 7.' }, false)).toMatch(/Another gpulse.*By process 7\./)
  expect(textFor({ state: 'OFF' }, false, 'HTTP 503')).toBe('The history is switched off.')
})

it('a failure is reported if there is nothing to show', () => {
  expect(textFor({}, false, 'HTTP 500')).toBe('The history could not be loaded: HTTP 500')
})
