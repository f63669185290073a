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

function said(status: Partial<HistoryStatus>, isEmpty: boolean, failure: string | null = null): string {
  return mount(HistoryNotice, { props: { status: { ...RECORDING, ...status }, isEmpty, failure } }).text()
}

it('nothing is said while all is well', () => {
  expect(said({}, false)).toBe('')
})

it('an empty period and a history that has just started have different notices', () => {
  expect(said({}, true)).toBe('Nothing was sampled in this time.')
  expect(said({ rawSince: null }, true)).toContain('has just started')
})

it('a state is one sentence, with what the server says of it', () => {
  expect(said({ state: 'LOCKED', detail: 'By process 7.' }, false)).toMatch(/Another gpulse.*By process 7\./)
  expect(said({ state: 'OFF' }, false, 'HTTP 503')).toBe('The history is switched off.')
})

it('what went wrong is told where there is nothing to show', () => {
  expect(said({}, false, 'HTTP 500')).toBe('The history could not be loaded: HTTP 500')
})
