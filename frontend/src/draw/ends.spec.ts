import { expect, it } from 'vitest'
import { roundedUp } from './axis'
import { endLabels } from './ends'

const end = (index: number, y: number) => ({ index, y, colour: `c${index}` })

it('the number of a GPU stands where its line ends, in its colour', () => {
  expect(endLabels([end(0, 20), end(4, 80)], 0, 100, 8)).toEqual([
    { text: '0', y: 20, colour: 'c0' },
    { text: '4', y: 80, colour: 'c4' },
  ])
})

it('neighbours merge and give up their colours', () => {
  expect(endLabels([end(7, 4), end(0, 2), end(1, 3), end(2, 6)], 0, 100, 8)).toEqual([
    { text: '0–2,7', y: 4, colour: null },
  ])
})

it('two numbers never overlap, nor leave the chart', () => {
  const labels = endLabels([end(0, 80), end(1, 89), end(2, 98)], 0, 100, 8)

  expect(labels.map(({ text }) => text)).toEqual(['0', '1', '2'])
  expect(labels.map(({ y }) => y)).toEqual([78, 89, 100])
})

it('a long row of numbers is cut', () => {
  expect(endLabels([0, 2, 4, 6, 8].map((index) => end(index, 10)), 0, 100, 8)[0]?.text).toBe('0,2,4,6…')
})

it('a scale that fits ends at a round number', () => {
  expect([0.3, 1, 17, 52e9, 480e9].map(roundedUp)).toEqual([0.5, 1, 20, 100e9, 500e9])
})
