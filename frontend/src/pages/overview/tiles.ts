import { PAGES, type Page } from '@/navigation/pages'
import type { Shape } from './drawings'
import type { Known, Tile } from './tile-parts'

const FILES = import.meta.glob<Tile>('../*/*tile.ts', { eager: true, import: 'tile' })

/** Tiles of the pages, in the order of their keys. */
export const TILES: readonly (Tile & { page: Page })[] = Object.values(PAGES).flatMap((page) => {
  if (page.tile === undefined) return []
  const tile = FILES[`../${page.tile}.ts`]
  if (tile === undefined) throw new Error(`No tile file ${page.tile}`)
  return [{ page, ...tile }]
})

/** A tile and the period in which it was rendered. */
export interface RenderedTile {
  period: string
  shapes: Shape[]
  words: string
}

const REFRESH_MILLIS = 2000

/** Renders each tile every two seconds, not with every snapshot; the refreshes are spread over that time. */
export function renderTiles(input: Known, before: readonly RenderedTile[] = []): RenderedTile[] {
  const { edge, snapshot, limits } = input.moment
  return TILES.map(({ draw, say }, i) => {
    const round = Math.floor((edge + (i / TILES.length) * REFRESH_MILLIS) / REFRESH_MILLIS)
    const period = [round, input.locale, snapshot.source.kind, snapshot.gpus.length, limits.size].join()
    const old = before[i]
    return old?.period === period ? old : { period, shapes: draw(input), words: say(input) }
  })
}
