import type { Palette } from './palette'

/** A part of a canvas. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export type Size = Pick<Box, 'width' | 'height'>
export type Point = readonly [x: number, y: number]

export const LINE_WIDTH = 1.5
const HATCH_EVERY = 5
const TEXT_SIZE = 11
const TEXT_MARGIN = 24
const MIN_HEIGHT = 22
/** Next to the middle, where a line of the grid would run behind it. */
const TEXT_HEIGHT = 0.62
const PADDING_TOP = 4

/** Paints the elements that all charts share; `ratio` is the number of canvas units per pixel of the page. */
export class Painter {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly palette: Pick<Palette, 'surface' | 'label' | 'font'>,
    private readonly ratio = 1,
  ) {}

  box({ left, top, width, height }: Box, colour: string, alpha = 1): void {
    this.context.save()
    this.context.globalAlpha = alpha
    this.context.fillStyle = colour
    this.context.fillRect(left, top, width, height)
    this.context.restore()
  }

  /** Diagonals at fixed places of the canvas, so that neighbouring charts and frames agree. */
  hatch({ left, top, width, height }: Box, colour: string): void {
    if (width <= 0) return
    const { context, ratio } = this
    const every = HATCH_EVERY * ratio
    context.save()
    context.beginPath()
    context.rect(left, top, width, height)
    context.clip()
    context.beginPath()
    // Each diagonal is one of x + y = n times the distance.
    for (let at = Math.ceil((left + top) / every) * every; at < left + width + top + height; at += every) {
      context.moveTo(at - top, top)
      context.lineTo(at - top - height, top + height)
    }
    context.setLineDash([])
    context.strokeStyle = colour
    context.lineWidth = ratio
    context.stroke()
    context.restore()
  }

  line(points: readonly Point[], colour: string): void {
    const { context } = this
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    // A single sample is a point: a path of one corner would be invisible.
    const [[x, y] = [0, 0]] = points
    if (points.length === 1) context.lineTo(x + 1, y)
    context.strokeStyle = colour
    context.lineWidth = LINE_WIDTH
    context.lineJoin = 'round'
    context.stroke()
  }

  /** Fills the surface within these corners. */
  area(corners: readonly Point[], colour: string, alpha = 1): void {
    this.context.save()
    this.context.globalAlpha = alpha
    this.context.beginPath()
    for (const [x, y] of corners) this.context.lineTo(x, y)
    this.context.fillStyle = colour
    this.context.fill()
    this.context.restore()
  }

  dashed([x, y]: Point, to: Point, colour: string, dash: readonly number[], width = 1): void {
    const { context, ratio } = this
    context.save()
    context.strokeStyle = colour
    context.lineWidth = width * ratio
    context.setLineDash(dash.map((each) => each * ratio))
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(...to)
    context.stroke()
    context.restore()
  }

  widthOf(text: string): number {
    this.context.save()
    this.context.font = this.font
    const { width } = this.context.measureText(text)
    this.context.restore()
    return width
  }

  /** Text with its baseline at `y`. */
  text(text: string, x: number, y: number, colour: string): void {
    this.context.save()
    this.context.fillStyle = colour
    this.context.font = this.font
    this.context.fillText(text, x, y)
    this.context.restore()
  }

  /** Text on a background, so that it is readable over lines. */
  pill(text: string, x: number, y: number): void {
    const { context, palette, ratio } = this
    const ground = {
      left: x - 4 * ratio,
      top: y - 8 * ratio,
      width: this.widthOf(text) + 8 * ratio,
      height: 16 * ratio,
    }
    this.box(ground, palette.surface)
    context.save()
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    this.text(text, x, y, palette.label)
    context.restore()
  }

  /** A dotted line over the height of a box, with a pill next to it on the side that has room. */
  startLine(text: string, x: number, { left, top, width, height }: Box): void {
    this.dashed([x, top], [x, top + height], this.palette.label, [1, 3])
    const margin = 8 * this.ratio
    const wide = this.widthOf(text) + margin
    if (text === '' || height < MIN_HEIGHT * this.ratio) return
    if (x - wide > left) this.pill(text, x - wide, top + margin)
    else if (x + wide + margin < left + width) this.pill(text, x + margin, top + margin)
  }

  /** A pill in the middle of a box, if it fits. */
  pillWithin(text: string, { left, top, width, height }: Box): void {
    const wide = this.widthOf(text)
    if (text === '' || width < wide + TEXT_MARGIN * this.ratio || height < MIN_HEIGHT * this.ratio) return
    this.pill(text, left + (width - wide) / 2, top + height * TEXT_HEIGHT)
  }

  private get font(): string {
    return `${TEXT_SIZE * this.ratio}px ${this.palette.font}`
  }
}

/** Matches a canvas to the pixels of the screen and clears it; null without a context. */
export function painterOn(canvas: HTMLCanvasElement, size: Size, palette: Palette): Painter | null {
  const ratio = window.devicePixelRatio
  const width = Math.round(size.width * ratio)
  const height = Math.round(size.height * ratio)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  context?.clearRect(0, 0, size.width, size.height)
  return context === null ? null : new Painter(context, palette)
}

/** The positions of times and values on a canvas; values beyond the scale are at its ends. */
export function axesOf(scale: { from: number; to: number; min: number; max: number }, { width, height }: Size) {
  return {
    x: (time: number) => ((time - scale.from) / (scale.to - scale.from)) * width,
    y: (value: number) => {
      const share = Math.min(1, Math.max(0, (value - scale.min) / (scale.max - scale.min)))
      return height - 1 - share * (height - 1 - PADDING_TOP)
    },
    top: PADDING_TOP,
  }
}
