import { expect, it } from 'vitest'
import type { Start } from '@/api/start'
import type { Snapshot } from '@/api/types'
import { FakeStream } from '@/testing/fake-stream'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aSnapshot } from '@/testing/snapshots'
import { EarlyFeed } from './early-feed'

const SAMPLES = { from: 0, t: [], series: [] }
const nothing = () => undefined

function started(request: () => Promise<Start>) {
  const stream = new RecordedFeed()
  const replays: FakeStream[] = []
  const feed = new EarlyFeed(stream, request, (after) => {
    const replay = new FakeStream(after)
    replays.push(replay)
    return replay
  })
  const received: number[] = []
  const past: number[] = []
  feed.start({
    snapshot: ({ sequence }) => received.push(sequence),
    past: ({ sequence }) => past.push(sequence),
    link: nothing,
    problem: nothing,
  })
  return { stream, feed, received, past, replays }
}

function answer(second: number, samples: Start['samples'] = SAMPLES): () => Promise<Start> {
  return () => Promise.resolve({ snapshot: aSnapshot(second), samples, insights: null })
}

/** Sequences of snapshots of adjacent rounds differ by one. */
function round(second: number, rounds: number): Snapshot {
  return { ...aSnapshot(second), sequence: aSnapshot(second).sequence + rounds }
}

it('has the newest snapshot before the first event of the stream', async () => {
  const { stream, feed, received } = started(answer(7))
  await feed.first
  expect(received).toEqual([aSnapshot(7).sequence])

  stream.play(aSnapshot(8))
  expect(received).toEqual([aSnapshot(7).sequence, aSnapshot(8).sequence])
})

it('takes a response that is slower than the stream for the past', async () => {
  const { stream, feed, received, past } = started(answer(7))
  stream.play(aSnapshot(100))
  await feed.first

  expect(received).toEqual([aSnapshot(100).sequence])
  expect(past).toEqual([aSnapshot(7).sequence])
})

it('replays nothing when the stream follows at once', async () => {
  const { stream, feed, replays } = started(answer(7))
  stream.play(round(7, 1))
  await feed.first

  expect(replays).toEqual([])
})

it('replays what was sampled between the first response and the stream', async () => {
  const { stream, feed, past, replays } = started(answer(7))
  await feed.first
  stream.play(round(7, 3))
  await feed.first
  for (const rounds of [1, 2, 3]) replays[0]?.send(round(7, rounds))

  expect(replays.map(({ lastEventId }) => lastEventId)).toEqual([String(aSnapshot(7).sequence)])
  expect(past).toEqual([round(7, 1).sequence, round(7, 2).sequence])
})

it('replays the whole past without the first response, or for a lost GPU', async () => {
  const lost = aSnapshot(7)
  const gpus = lost.gpus.map((gpu) => ({ ...gpu, state: 'LOST' as const }))
  const requests: (() => Promise<Start>)[] = [
    () => Promise.reject(new Error('gone')),
    answer(7, null),
    () => Promise.resolve({ snapshot: { ...lost, gpus }, samples: SAMPLES, insights: null }),
  ]
  for (const request of requests) {
    const { stream, feed, received, replays } = started(request)
    stream.play(aSnapshot(8))
    await feed.first

    expect(received[0]).toBe(aSnapshot(8).sequence)
    expect(replays.map(({ lastEventId }) => lastEventId)).toEqual(['1'])
  }
})

it('replays nothing for a sleeping GPU, nor through a proxy that buffers streams', async () => {
  const awake = aSnapshot(7)
  const gpus = awake.gpus.map((gpu) => ({ ...gpu, state: 'SLEEPING' as const }))
  const asleep = started(() => Promise.resolve({ snapshot: { ...awake, gpus }, samples: SAMPLES, insights: null }))
  asleep.stream.play(round(7, 1))
  await asleep.feed.first
  const polled = started(answer(7))
  polled.stream.link({ kind: 'open', isPolled: true })
  polled.stream.snapshot(round(7, 5))
  await polled.feed.first

  expect([asleep.replays, polled.replays]).toEqual([[], []])
})

it('sends nothing after it was stopped', async () => {
  const { stream, feed, received, replays } = started(answer(7))
  stream.play(round(7, 3))
  feed.stop()
  await feed.first

  expect([received, replays, stream.stops]).toEqual([[round(7, 3).sequence], [], 1])
})
