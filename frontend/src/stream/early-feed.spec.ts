import { expect, it } from 'vitest'
import type { Snapshot } from '@/api/types'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { EarlyFeed } from './early-feed'

function started(latest: () => Promise<Snapshot>) {
  const stream = new RecordedFeed()
  const feed = new EarlyFeed(stream, latest)
  const received: number[] = []
  const nothing = () => undefined
  feed.start({ snapshot: ({ sequence }) => received.push(sequence), past: nothing, link: nothing, problem: nothing })
  return { stream, feed, received }
}

it('has the newest snapshot before the first event of the stream', async () => {
  const { stream, received } = started(() => Promise.resolve(aSnapshot(7)))
  await Promise.resolve()
  expect(received).toEqual([aSnapshot(7).sequence])

  stream.play(aSnapshot(8))
  expect(received).toEqual([aSnapshot(7).sequence, aSnapshot(8).sequence])
})

it('lives without it', async () => {
  const { stream, received } = started(() => Promise.reject(new Error('gone')))
  await Promise.resolve()
  stream.play(aSnapshot(8))

  expect(received).toEqual([aSnapshot(8).sequence])
})

it('sends nothing after it was stopped', async () => {
  const { stream, feed, received } = started(() => Promise.resolve(aSnapshot(7)))
  feed.stop()
  await Promise.resolve()

  expect([received, stream.stops]).toEqual([[], 1])
})
