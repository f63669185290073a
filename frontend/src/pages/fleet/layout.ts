import { fit, type Fit } from './fit'

/** How much a row shows: two lines and numbers, one line, without the model, or marks and words only. */
export type Density = 'tall' | 'plain' | 'narrow' | 'slim'

/** The layout of the board as its styles have it. */
export interface BoardLayout {
  fit: Fit
  density: Density
  style: Record<string, string | number>
}

export interface BoardSpace {
  width: number
  height: number
  /** Whether a panel is open next to it. */
  isShared: boolean
  /** Length of the longest name, in characters. */
  longest: number
}

const COLUMN = 500
const SHARED_COLUMN = 372
/** Space between eight cells. */
const GAPS = 14

export function layoutOf(headings: readonly boolean[], { width, height, isShared, longest }: BoardSpace): BoardLayout {
  const found = fit(headings, { width, height, column: isShared ? SHARED_COLUMN : COLUMN })
  const column = width / found.columns
  const density = densityOf(found.rowHeight, column)
  const cell = cellWidth(density, column)
  const letters = Math.min(
    density === 'tall' ? Math.max(longest, 15) : longest,
    column > 900 ? 34 : column > 560 ? 22 : 16,
  )
  const name = `minmax(0, ${Math.ceil(letters * (density === 'tall' ? 7.6 : 7) + 4)}px)`
  const cells = `${8 * cell + GAPS}px`
  const template = {
    tall: `12px ${name} ${cells} 46px 36px minmax(0, 1fr) 44px`,
    plain: `12px ${name} 44px ${cells} 30px minmax(0, 1fr) 34px`,
    narrow: `12px ${name} ${cells} 26px minmax(0, 1fr) 32px`,
    slim: `12px ${name} ${cells} minmax(0, 1fr)`,
  }[density]
  const style = {
    '--cols': found.columns,
    '--rows': found.rows,
    '--rh': `${found.rowHeight}px`,
    '--ch': `${cellHeight(density, found.rowHeight)}px`,
    '--cw': `${cell}px`,
    '--tpl': template,
    '--row-text': density === 'tall' ? '13px' : found.rowHeight < SMALL || density === 'slim' ? '11px' : '12px',
  }
  return { fit: found, density, style }
}

/** Below this height rows have small type. */
const SMALL = 20.5

function densityOf(rowHeight: number, column: number): Density {
  if (column < 430) return 'slim'
  if (column < 500) return 'narrow'
  return rowHeight >= 32 && column >= 640 ? 'tall' : 'plain'
}

function cellWidth(density: Density, column: number): number {
  if (density === 'tall') return column > 1000 ? 44 : column > 800 ? 34 : 26
  if (density === 'plain') return column > 620 ? 22 : 18
  return density === 'narrow' ? 16 : 15
}

function cellHeight(density: Density, rowHeight: number): number {
  return density === 'tall' ? Math.min(32, rowHeight - 10) : Math.min(27, Math.round(rowHeight - 7))
}
