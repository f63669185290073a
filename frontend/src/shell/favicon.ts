import type { MachineStatus } from '@/store/tab'
import type { ConnectionState } from './connection'

const SIDE = 22
const MIN_COLUMN = 1.5
/** Smaller differences are not visible at 16 pixels; an unchanged icon has no cost. */
const STEPS = 10
const WIDE_GAP = 1
const MANY = 8

/** Colours that are visible on light and dark tab bars. */
const COLOURS = { live: '#20a090', quiet: '#888', track: '#8884', warn: '#d98200', crit: '#e0453c', ground: '#fff' }

const MARKS = {
  warn: `<path d="M15.5 10 22 22H9Z" fill="${COLOURS.warn}" stroke="${COLOURS.ground}"/>`,
  crit: `<path d="M15 8l7 7-7 7-7-7Z" fill="${COLOURS.crit}" stroke="${COLOURS.ground}"/>`,
  paused: `<path d="M12 11h3.5v11H12zM18 11h3.5v11H18z" fill="${COLOURS.quiet}" stroke="${COLOURS.ground}"/>`,
  stale: `<path d="M12 12h10v10H12z" fill="${COLOURS.warn}" stroke="${COLOURS.ground}"/>`,
  catchingUp: `<path d="M4.5 17.5a9 9 0 1 1 13 0" fill="none" stroke="${COLOURS.quiet}" stroke-width="4"/>`,
  reconnecting: `<path d="M4.5 17.5a9 9 0 1 1 13 0" fill="none" stroke="${COLOURS.warn}" stroke-width="4"/>`,
  noGpu: `<path d="M4 4h14v14H4z" fill="none" stroke="${COLOURS.crit}" stroke-width="4"/>`,
  unauthorised: `<path d="M4 10h14v10H4zM7 10V7a4 4 0 0 1 8 0v3" fill="none" stroke="${COLOURS.crit}" stroke-width="3"/>`,
}
/** States without current data of the machine. */
const BLIND: readonly ConnectionState[] = ['catchingUp', 'reconnecting', 'noGpu', 'unauthorised']

/** The icon of the tab as a data URL, or null for the icon of the brand. */
export function faviconAddress(state: ConnectionState, machine: MachineStatus | null): string | null {
  if (state === 'connecting') return null
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${inside(state, machine)}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function inside(state: Exclude<ConnectionState, 'connecting'>, machine: MachineStatus | null): string {
  if (BLIND.includes(state) || machine === null) return state === 'live' ? '' : MARKS[state]
  const colour = state === 'live' ? COLOURS.live : COLOURS.quiet
  const mark = state !== 'live' ? MARKS[state] : machine.trouble === 'ok' ? '' : MARKS[machine.trouble]
  return columns(machine.columns, colour) + mark
}

function columns(percents: readonly (number | null)[], colour: string): string {
  const gap = percents.length > MANY ? 0 : WIDE_GAP
  const width = (SIDE - gap * (percents.length - 1)) / percents.length
  return percents
    .map((percent, place) => {
      const x = place * (width + gap)
      const track = bar(x, width, SIDE, COLOURS.track)
      if (percent === null) return track
      const step = Math.round((Math.min(100, Math.max(0, percent)) / 100) * STEPS) / STEPS
      return track + bar(x, width, Math.max(MIN_COLUMN, step * SIDE), colour)
    })
    .join('')
}

function bar(x: number, width: number, height: number, colour: string): string {
  const at = (value: number) => Number(value.toFixed(2))
  return `<rect x="${at(x)}" y="${at(SIDE - height)}" width="${at(width)}" height="${at(height)}" fill="${colour}"/>`
}
