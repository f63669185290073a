import { expect, it } from 'vitest'
import { roundedUp } from './axis'
import { endLabels } from './end-labels'

const short = (text: string) => text.length <= 8
const end = (index: number, y: number) => ({ indexes: [index], y, colour: `c${index}` })

it('the number of a GPU is at the end of its line, in its colour', () => {
  expect(endLabels([end(0, 20), end(4, 80)], 0, 100, short)).toEqual([
    { text: '0', y: 20, colour: 'c0' },
    { text: '4', y: 80, colour: 'c4' },
  ])
})

it('neighbours merge and give up their colours', () => {
  expect(endLabels([end(7, 4), end(0, 2), end(1, 3), end(2, 6)], 0, 100, short)).toEqual([
    { text: '0–2,7', y: 4, colour: null },
  ])
})

it('two numbers never overlap, nor leave the chart', () => {
  const labels = endLabels([end(0, 80), end(1, 89), end(2, 98)], 0, 100, short)

  expect(labels.map(({ text }) => text)).toEqual(['0', '1', '2'])
  expect(labels.map(({ y }) => y)).toEqual([74, 87, 100])
})

it('a long row of numbers is wrapped and not cut', () => {
  const even = [0, 2, 4, 6, 8, 10, 12, 14].map((index) => end(index, 50))

  expect(endLabels(even, 0, 100, short)).toEqual([
    { text: '0,2,4,6', y: 37, colour: null },
    { text: '8,10,12', y: 50, colour: null },
    { text: '14', y: 63, colour: null },
  ])
})

it('without room for all labels, GPUs farther apart share one, and all sixteen are named', () => {
  const scattered = Array.from({ length: 16 }, (_, index) => end((index * 7) % 16, index * 4.5))

  const labels = endLabels(scattered, 0, 67, short)

  const named = labels
    .flatMap(({ text }) => text.split(','))
    .flatMap((part) => {
      const [from = NaN, to = from] = part.split('–').map(Number)
      return Array.from({ length: to - from + 1 }, (_, i) => from + i)
    })
  expect(named.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index))
  expect(labels.every(({ y }, i) => y >= 0 && y <= 67 && (i === 0 || y - (labels[i - 1]?.y ?? 0) >= 13))).toBe(true)
})

it('a scale that fits ends at a round number', () => {
  expect([0.3, 1, 17, 52e9, 480e9].map(roundedUp)).toEqual([0.5, 1, 20, 100e9, 500e9])
})
