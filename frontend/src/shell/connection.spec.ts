import { expect, it } from 'vitest'
import { aProblem } from '@/testing/problems'
import { aSnapshot, aSource } from '@/testing/snapshots'
import { connectionState } from './connection'

const well = {
  snapshot: aSnapshot(1),
  link: { kind: 'open' },
  problem: null,
  lost: false,
  paused: false,
  stale: false,
  behind: false,
} as const
const waiting = { kind: 'waiting', attempt: 1, retryInMillis: 1000 } as const

it('is live while snapshots come', () => {
  expect(connectionState(well)).toBe('live')
})

it('is connecting until the first snapshot', () => {
  expect(connectionState({ ...well, snapshot: null })).toBe('connecting')
})

it('is reconnecting until a snapshot comes again, not merely a connection', () => {
  expect(connectionState({ ...well, link: waiting, lost: true })).toBe('reconnecting')
  expect(connectionState({ ...well, lost: true })).toBe('reconnecting')
})

it('is not signed in for as long as that is why nothing comes', () => {
  const problem = aProblem({ kind: 'unauthorised', status: 401 })

  expect(connectionState({ ...well, link: waiting, lost: true, problem })).toBe('unauthorised')
  expect(connectionState({ ...well, snapshot: null, link: waiting, problem })).toBe('unauthorised')
  expect(connectionState({ ...well, link: waiting, lost: true, problem: aProblem() })).toBe('reconnecting')
})

it('prefers lost to paused, and paused to stale', () => {
  expect(connectionState({ ...well, lost: true, paused: true })).toBe('reconnecting')
  expect(connectionState({ ...well, paused: true, stale: true })).toBe('paused')
  expect(connectionState({ ...well, stale: true })).toBe('stale')
})

it('is catching up while the past is replayed, also before anything was shown', () => {
  expect(connectionState({ ...well, snapshot: null, behind: true })).toBe('catchingUp')
  expect(connectionState({ ...well, stale: true, behind: true })).toBe('catchingUp')
  expect(connectionState({ ...well, paused: true, behind: true })).toBe('paused')
})

it('reports a machine without GPUs', () => {
  const snapshot = aSnapshot(1, { gpus: [], source: aSource({ kind: 'NONE' }) })

  expect(connectionState({ ...well, snapshot })).toBe('noGpu')
})
