import { expect, it } from 'vitest'
import type { StateName, StateSegment } from '@/api/types'
import { Painter } from './painter'
import {
  groupText,
  markGroups,
  paintRibbon,
  ribbonHeight,
  statesIn,
  worstOf,
  type MarkKind,
  type RibbonRow,
} from './ribbon'
import { usePalette } from './palette'

const segment = (from: number, to: number, state: StateName): StateSegment => ({ from, to, state, cause: null })
const row = (...segments: StateSegment[]): RibbonRow => ({ key: '0', label: '', segments })
const mark = (at: number, kind: MarkKind) => ({ key: `${at}`, at, kind, text: kind })

/** The boxes that are filled, with their colour, in the order of drawing. */
function drawn(rows: RibbonRow[], width: number) {
  const boxes: { left: number; top: number; width: number; height: number; colour: string }[] = []
  const palette = { ...usePalette().value, surface: 'surface', util: 'busy', error: 'lost', plainSoft: 'free' }
  const painter = Object.assign(Object.create(Painter.prototype) as Painter, {
    box: (box: { left: number; top: number; width: number; height: number }, colour: string) => {
      if (colour !== 'surface') boxes.push({ ...box, colour })
    },
    hatch: () => undefined,
  })
  paintRibbon(painter, { width, height: ribbonHeight(rows) }, { rows, from: 0, to: 1000, apart: false }, palette)
  return boxes
}

it('time that a scheduler reserved has lines on the ground of free time, and no colour of its own', () => {
  const colours = drawn([row(segment(0, 1000, 'reserved'))], 40).map(({ colour, width: wide }) => [colour, wide])

  expect(colours[0]).toEqual(['free', 40])
  expect(colours.slice(1)).toHaveLength(10)
  expect(colours.slice(1).every(([, wide]) => wide === 1)).toBe(true)
  expect(statesIn([row(segment(0, 9, 'free'), segment(9, 20, 'reserved'))], { from: 0, to: 100 })).toEqual([
    'reserved',
    'free',
  ])
})

it('the state of several GPUs is the worst of them at each time', () => {
  const one = [segment(0, 60, 'busy'), segment(60, 100, 'lost')]
  const other = [segment(10, 50, 'no_samples'), segment(50, 100, 'free')]

  expect(worstOf([one, other])).toEqual([
    segment(0, 10, 'busy'),
    segment(10, 50, 'no_samples'),
    segment(50, 60, 'busy'),
    segment(60, 100, 'lost'),
  ])
  expect(worstOf([[segment(0, 10, 'busy')], [segment(20, 30, 'busy')]])).toEqual([
    segment(0, 10, 'busy'),
    segment(20, 30, 'busy'),
  ])
})

it('a short loss is drawn last and at least 1.2 pixels wide', () => {
  const boxes = drawn([row(segment(0, 500, 'busy'), segment(500, 501, 'lost'), segment(501, 1000, 'busy'))], 100)

  expect(boxes.at(-1)).toMatchObject({ colour: 'lost', left: 50, width: 1.2 })
  expect(boxes.map(({ colour }) => colour)).toEqual(['busy', 'busy', 'lost'])
})

it('the time before the first sample is plain', () => {
  expect(drawn([row(segment(600, 1000, 'busy'))], 100)).toEqual([expect.objectContaining({ left: 60, width: 40 })])
})

it('more than eight GPUs are one band of shares, the worst on top, and a loss of a moment is in it', () => {
  const nine = Array.from({ length: 9 }, () => row(segment(0, 1000, 'busy')))
  const ten = [...nine, row(segment(0, 400, 'free'), segment(400, 401, 'lost'), segment(401, 1000, 'free'))]
  const boxes = drawn(ten, 100)

  expect(ribbonHeight(ten)).toBe(16)
  expect(boxes.filter(({ left }) => left === 0)).toEqual([
    expect.objectContaining({ colour: 'busy', top: 0, height: (16 * 9) / 10 }),
    expect.objectContaining({ colour: 'free', top: (16 * 9) / 10 }),
  ])
  expect(boxes.filter(({ colour }) => colour === 'lost').map(({ left, top }) => [left, top])).toEqual([[40, 0]])
})

it('the legend has the states in view only', () => {
  const rows = [row(segment(0, 100, 'lost'), segment(100, 200, 'free')), row(segment(150, 200, 'busy'))]

  expect(statesIn(rows, { from: 100, to: 200 })).toEqual(['busy', 'free'])
})

it('marks that would overlap are one, with the worst sign; those out of view are none', () => {
  const marks = [mark(900, 'mark'), mark(905, 'fault'), mark(100, 'started'), mark(-5, 'fault'), mark(1200, 'mark')]
  const groups = markGroups(marks, { from: 0, to: 1000 }, 500)

  expect(groups.map(({ share, kind, marks: of }) => [share, kind, of.length])).toEqual([
    [0.1, 'started', 1],
    [0.9, 'fault', 2],
  ])
})

it('marks are read with their times, after their number where that is drawn', () => {
  const [first, second, third] = [mark(1, 'mark'), mark(2, 'fault'), mark(3, 'ended')]
  const read = (...marks: Parameters<typeof groupText>[0]['marks']) => groupText({ kind: 'fault', share: 0, marks }, 4)

  expect(read(first, second)).toMatch(/^\d\d:\d\d\S* mark · \d\d:\d\d\S* fault$/)
  expect(read(first, second, third)).toMatch(/^3: .* mark · .* fault · .* ended$/)
})
