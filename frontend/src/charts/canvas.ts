import { useResizeObserver } from '@vueuse/core'
import type { ShallowRef } from 'vue'
import { painterOn, type Painter, type Size } from './painter'
import { usePalette } from './palette'

interface Canvas {
  /** Paints the canvas again. */
  draw: () => void
  /** Reported by the browser on changes: reading it at every drawing would force a layout. */
  size: Size
}

/** A canvas that is painted again when its size changes. */
export function useCanvas(
  canvas: Readonly<ShallowRef<HTMLCanvasElement | null>>,
  paint: (painter: Painter, size: Size) => void,
  isVisible = () => true,
): Canvas {
  const palette = usePalette()
  const size = { width: 0, height: 0 }

  function draw(): void {
    if (canvas.value === null || size.width === 0 || !isVisible()) return
    const painter = painterOn(canvas.value, size, palette.value)
    if (painter !== null) paint(painter, size)
  }
  useResizeObserver(canvas, ([entry]) => {
    if (entry === undefined) return
    const { width, height } = entry.contentRect
    Object.assign(size, { width, height })
    draw()
  })
  return { draw, size }
}
