import { expect, it } from 'vitest'
import { RecordedFeed } from '@/testing/recorded-feed'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { chosenGpus, listedGpus } from './chosen-gpus'

/** Indexes that arrive as newest and as past. */
function arriving(list: string | null): number[][] {
  const feed = new RecordedFeed()
  const arrived: number[][] = []
  const receive = ({ gpus }: ReturnType<typeof aSnapshot>) => arrived.push(gpus.map(({ index }) => index))
  chosenGpus(feed, list).start({ snapshot: receive, past: receive, link: () => undefined, problem: () => undefined })
  const gpus = [0, 1, 2, 12].map((index) => aGpu(index))
  feed.play(aSnapshot(2, { gpus }))
  feed.past(aSnapshot(1, { gpus }))
  return arrived
}

it('a list of indexes chooses these GPUs, of old snapshots too', () => {
  expect(arriving('2, 0')).toEqual([
    [0, 2],
    [0, 2],
  ])
})

it('a GPU is chosen by the beginning of its UUID, whose digits are no indexes', () => {
  expect(arriving('gpu-12')).toEqual([[12], [12]])
})

it.each([null, '', '7', 'x'])('%s chooses none, and all are shown', (list) => {
  expect(arriving(list)).toEqual([
    [0, 1, 2, 12],
    [0, 1, 2, 12],
  ])
})

it('the GPUs of a list have indexes after the first snapshot, including one that has disappeared', () => {
  const feed = new RecordedFeed()
  const chosen = chosenGpus(feed, 'GPU-12,7')
  chosen.start({ snapshot: () => undefined, past: () => undefined, link: () => undefined, problem: () => undefined })
  expect(chosen.chosen?.()).toBeNull()

  feed.play(aSnapshot(1, { gpus: [0, 12].map((index) => aGpu(index)) }))
  expect(chosen.chosen?.()).toEqual([7, 12])

  feed.play(aSnapshot(2, { gpus: [aGpu(0)] }))
  expect(chosen.chosen?.()).toBeNull()
})

it('the page of one GPU is never without it', () => {
  expect(listedGpus({ pathname: '/prefix/gpus/2', search: '?embed=1&gpus=0' })).toBeNull()
  expect(listedGpus({ pathname: '/prefix/GPU-Memory', search: '?embed=1&gpus=0' })).toBe('0')
})
