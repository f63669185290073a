import { expect, it } from 'vitest'
import { fit } from './fit'
import { layoutOf } from './layout'

/** Groups with these numbers of machines. */
const items = (...groups: number[]) => groups.flatMap((n) => [true, ...Array<boolean>(n).fill(false)])
const WINDOW = { width: 1184, height: 530, column: 500 }

it('few machines are one column of high rows', () => {
  expect(fit(items(1, 2), WINDOW)).toMatchObject({ columns: 1, rowHeight: 54 })
})

it('takes the fewest columns whose rows are at least 24 px high', () => {
  expect(fit(items(10, 8), WINDOW)).toMatchObject({ columns: 1, rowHeight: 26.25 })
  expect(fit(items(10, 10, 18), { ...WINDOW, width: 2300 })).toMatchObject({ columns: 2, rowHeight: 24.75 })
})

it('takes the highest rows where none is high enough, and never less than 19 px', () => {
  expect(fit(items(7, 3, 7, 19, 4), WINDOW)).toMatchObject({ columns: 2, rowHeight: 22.75 })
  expect(fit(items(200), WINDOW)).toMatchObject({ columns: 2, rowHeight: 19 })
})

it('a heading never ends a column', () => {
  const { columns, rows, starts } = fit(items(20, 20, 20), { ...WINDOW, width: 2300, column: 500 })
  const headings = items(20, 20, 20)

  expect(starts).toHaveLength(columns)
  starts.slice(1).forEach((start) => {
    expect(headings[start - 1]).toBe(false)
  })
  expect(Math.max(...starts.map((start, i) => (starts[i + 1] ?? headings.length) - start))).toBeLessThanOrEqual(rows)
})

it('no machine needs no space', () => {
  expect(fit([], WINDOW)).toMatchObject({ columns: 1 })
})

it('shows less in narrow columns', () => {
  const space = { height: 530, isShared: false, longest: 11 }
  const density = (width: number, isShared = false, machines = 60) =>
    layoutOf(items(machines), { ...space, width, isShared }).density

  expect(density(1184, false, 8)).toBe('tall')
  expect(density(1184)).toBe('plain')
  expect(density(480)).toBe('narrow')
  expect(density(780, true)).toBe('slim')
})
