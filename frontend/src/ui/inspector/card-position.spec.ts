import { expect, it } from 'vitest'
import { cardPosition } from './card-position'

const WINDOW = { width: 1000, height: 800 }

it('is below the number', () => {
  expect(cardPosition({ top: 100, bottom: 120, left: 50 }, 400, 300, WINDOW)).toEqual({ top: '126px', left: '50px' })
})

it('is above it without room below', () => {
  expect(cardPosition({ top: 600, bottom: 620, left: 50 }, 400, 300, WINDOW)).toEqual({ top: '294px', left: '50px' })
})

it('never leaves the window', () => {
  expect(cardPosition({ top: 200, bottom: 780, left: 900 }, 400, 300, WINDOW)).toEqual({ top: '492px', left: '592px' })
  expect(cardPosition({ top: 10, bottom: 30, left: -40 }, 400, 900, WINDOW)).toEqual({ top: '8px', left: '8px' })
})
