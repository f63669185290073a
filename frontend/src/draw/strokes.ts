/** A part of a canvas, in its own pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export const LINE_WIDTH = 1.5
const HATCH_EVERY = 5

/** Diagonals at fixed places of the canvas, so that neighbouring charts and frames agree. */
export function hatchBox(context: CanvasRenderingContext2D, box: Box, colour: string, ratio: number): void {
  if (box.width <= 0) return
  const every = HATCH_EVERY * ratio
  context.save()
  context.beginPath()
  context.rect(box.left, box.top, box.width, box.height)
  context.clip()
  context.beginPath()
  // Each diagonal is one of x + y = n times the distance.
  const last = box.left + box.width + box.top + box.height
  for (let at = Math.ceil((box.left + box.top) / every) * every; at < last; at += every) {
    context.moveTo(at - box.top, box.top)
    context.lineTo(at - box.top - box.height, box.top + box.height)
  }
  context.setLineDash([])
  context.strokeStyle = colour
  context.lineWidth = ratio
  context.stroke()
  context.restore()
}

export interface PillStyle {
  ground: string
  colour: string
  font: string
  ratio: number
}

/** Text on a ground of its own, so that what lies behind does not make it hard to read. */
export function pill(context: CanvasRenderingContext2D, text: string, x: number, y: number, style: PillStyle): void {
  const { ratio } = style
  context.font = style.font
  const width = context.measureText(text).width
  context.fillStyle = style.ground
  context.fillRect(x - 4 * ratio, y - 8 * ratio, width + 8 * ratio, 16 * ratio)
  context.fillStyle = style.colour
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(text, x, y)
}

const TEXT_MARGIN = 24
const LEAST_HEIGHT = 22
/** Beside the middle, where a line of the grid would run behind it. */
const TEXT_HEIGHT = 0.62

/** The same in the middle of a box, if it has room for it. */
export function pillWithin(context: CanvasRenderingContext2D, text: string, box: Box, style: PillStyle): void {
  context.save()
  context.font = style.font
  const wide = context.measureText(text).width
  if (box.width >= wide + TEXT_MARGIN * style.ratio && box.height >= LEAST_HEIGHT * style.ratio) {
    pill(context, text, box.left + (box.width - wide) / 2, box.top + box.height * TEXT_HEIGHT, style)
  }
  context.restore()
}
