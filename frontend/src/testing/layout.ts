import { vi } from 'vitest'

/** Size of elements without a size in their style; at most as wide as the window. */
const BOX = { width: 1200, height: 160 }

/** A piece of text on a canvas. */
export interface DrawnText {
  text: string
  x: number
  y: number
  font: string
}

const recorded = new WeakMap<HTMLCanvasElement, { calls: number; texts: DrawnText[] }>()

/** Number of drawing calls on a canvas. */
export function drawingCalls(canvas: Element): number {
  return recorded.get(canvas as HTMLCanvasElement)?.calls ?? 0
}

/** Texts on a canvas since it was last cleared. */
export function drawnTexts(canvas: Element): readonly DrawnText[] {
  return recorded.get(canvas as HTMLCanvasElement)?.texts ?? []
}

/** Replaces layout and painting, which the test environment lacks; every size is fixed. */
export function stubLayout(): void {
  vi.stubGlobal('ResizeObserver', FixedSizeObserver)
  vi.stubGlobal('IntersectionObserver', AlwaysVisibleObserver)
  vi.stubGlobal('Path2D', RecordingPath)
  Object.assign(Element.prototype, { setPointerCapture: () => undefined })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return sizeOf(this).width
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return sizeOf(this).height
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { width, height } = sizeOf(this)
    return new DOMRect(0, 0, width, height)
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return contextOf(this)
  })
}

function sizeOf(element: Element): { width: number; height: number } {
  const style = element instanceof HTMLElement ? element.style : null
  return {
    width: pixels(style?.width) ?? Math.min(BOX.width, window.innerWidth),
    height: pixels(style?.height) ?? BOX.height,
  }
}

function pixels(length: string | undefined): number | null {
  return length?.endsWith('px') === true ? parseFloat(length) : null
}

class FixedSizeObserver implements ResizeObserver {
  constructor(private readonly resized: ResizeObserverCallback) {}

  observe(target: Element): void {
    const { width, height } = sizeOf(target)
    const size = [{ inlineSize: width, blockSize: height }]
    const entry = { target, contentRect: new DOMRect(0, 0, width, height), contentBoxSize: size, borderBoxSize: size }
    queueMicrotask(() => {
      this.resized([entry as unknown as ResizeObserverEntry], this)
    })
  }

  unobserve(): void {}

  disconnect(): void {}
}

class AlwaysVisibleObserver {
  constructor(private readonly changed: IntersectionObserverCallback) {}

  observe(target: Element): void {
    const entry = { target, isIntersecting: true, intersectionRatio: 1, time: performance.now() }
    queueMicrotask(() => {
      this.changed([entry as unknown as IntersectionObserverEntry], this as unknown as IntersectionObserver)
    })
  }

  unobserve(): void {}

  disconnect(): void {}
}

class RecordingPath {
  moveTo(): void {}
  lineTo(): void {}
  rect(): void {}
  arc(): void {}
  closePath(): void {}
  addPath(): void {}
  bezierCurveTo(): void {}
}

const contexts = new WeakMap<HTMLCanvasElement, CanvasRenderingContext2D>()
const LETTER = 6
const PAINTING = new Set<string | symbol>(['fill', 'stroke', 'fillRect', 'strokeRect', 'drawImage'])

/** A drawing context that records its calls. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const existing = contexts.get(canvas)
  if (existing !== undefined) return existing
  const record = { calls: 0, texts: [] as DrawnText[] }
  recorded.set(canvas, record)
  const state: Record<string | symbol, unknown> = {
    canvas,
    font: '',
    measureText: (text: string) => ({ width: LETTER * text.length }),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
    createPattern: () => ({}),
    clearRect: () => {
      record.texts = []
    },
    fillText: (text: string, x: number, y: number) => {
      record.calls++
      record.texts.push({ text, x, y, font: String(state['font']) })
    },
  }
  const paint = () => {
    record.calls++
  }
  const nothing = () => undefined
  const context = new Proxy(state, {
    get: (target, name) => (name in target ? target[name] : PAINTING.has(name) ? paint : nothing),
    set: (target, name, value) => {
      target[name] = value
      return true
    },
  }) as unknown as CanvasRenderingContext2D
  contexts.set(canvas, context)
  return context
}

/** The plot area of a chart, which receives the pointer. */
export function plotArea(chart: Element): HTMLElement {
  // eslint-disable-next-line no-restricted-syntax -- a class of uPlot, in one place for all tests
  const area = chart.querySelector<HTMLElement>('.u-over')
  if (area === null) throw new Error('The chart has no plot area')
  return area
}

/** Distance of the crosshair from the left edge of the plot area, in pixels; negative while it is hidden. */
export function crosshairOf(chart: Element): number {
  // eslint-disable-next-line no-restricted-syntax -- a class of uPlot, in one place for all tests
  const line = plotArea(chart).querySelector<HTMLElement>('.u-cursor-x')
  const [, pixels = 'NaN'] = /translate\((-?[\d.]+)px/.exec(line?.style.transform ?? '') ?? []
  return Number(pixels)
}
