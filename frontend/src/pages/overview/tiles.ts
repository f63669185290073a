import { PAGES, type Page } from '@/navigation/pages'
import type { Shape } from './drawings'
import type { Known, Tile } from './tile-parts'

const FILES = import.meta.glob<Tile>('../*/*tile.ts', { eager: true, import: 'tile' })

/** The pages in the order of their keys, each drawn from what it would show now. */
export const TILES: readonly (Tile & { page: Page })[] = Object.values(PAGES).flatMap((page) => {
  if (page.tile === undefined) return []
  const tile = FILES[`../${page.tile}.ts`]
  if (tile === undefined) throw new Error(`There is no tile ${page.tile}`)
  return [{ page, ...tile }]
})

/** A tile as it was told in its turn. */
export interface DrawnTile {
  turn: string
  shapes: Shape[]
  words: string
}

const RENEWED_MILLIS = 2000

/** What is so small need not follow every snapshot: each has its turn, and only a few of them at a time. */
export function drawnTiles(known: Known, before: readonly DrawnTile[] = []): DrawnTile[] {
  const { edge, snapshot, limits } = known.moment
  return TILES.map(({ draw, say }, i) => {
    const round = Math.floor((edge + (i / TILES.length) * RENEWED_MILLIS) / RENEWED_MILLIS)
    const turn = [round, known.locale, snapshot.source.kind, snapshot.gpus.length, limits.size].join()
    const old = before[i]
    return old?.turn === turn ? old : { turn, shapes: draw(known), words: say(known) }
  })
}
