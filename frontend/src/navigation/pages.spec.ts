import { expect, it } from 'vitest'
import { t } from '@/i18n/words'
import { gpuPath, PAGES } from './pages'

const FILES = Object.keys(import.meta.glob('../pages/*/*'))
const all = Object.values(PAGES)

it('every page has a view of its own, and every view is of a page', () => {
  const views = all.map(({ view }) => `../pages/${view}.vue`)

  // NoGpuView replaces any page.
  expect(FILES.filter((file) => file.endsWith('View.vue') && !file.includes('/empty/')).sort()).toEqual(views.sort())
})

it('every tile is drawn by a page, and every page by one that exists', () => {
  const tiles = all.flatMap(({ tile }) => (tile === undefined ? [] : [`../pages/${tile}.ts`]))

  expect(FILES.filter((file) => file.endsWith('tile.ts')).sort()).toEqual(tiles.sort())
})

it('every page has a title', () => {
  expect(all.filter(({ title }) => t(title) === title)).toEqual([])
})

it('every key opens one page, which has an icon, in the order of keys', () => {
  const listed = all.filter(({ digit }) => digit !== undefined)
  const keys = listed.map(({ digit }) => digit)
  const digits = keys.filter((key) => !Number.isNaN(Number(key)))

  expect(new Set(keys).size).toBe(keys.length)
  expect(digits.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(keys.filter((key) => !digits.includes(key))).toEqual(['L', 'F', 'J', 'I', 'E'])
  expect(listed.filter(({ icon }) => icon === undefined)).toEqual([])
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
})

it('a GPU has a page by its index or its UUID', () => {
  expect(gpuPath(3)).toBe('/gpus/3')
  expect(gpuPath('GPU-1/2')).toBe('/gpus/GPU-1%2F2')
})
