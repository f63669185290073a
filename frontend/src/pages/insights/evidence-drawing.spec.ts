import { expect, it, vi } from 'vitest'
import type { Painter, Point } from '@/charts/painter'
import { drawEvidence, type EvidencePicture } from './evidence-drawing'

const STYLE = { line: 'line', fill: '', shade: 's', band: 'band', bandEdge: 'edge', mark: 'mark', gap: 'gap' }
const SIZE = { width: 70, height: 40 }

/** Draws values of eight steps, 10 px apart, and returns the calls by their colour. */
function drawn(changes: Partial<EvidencePicture>) {
  const calls = { line: vi.fn(), area: vi.fn(), hatch: vi.fn(), box: vi.fn(), dashed: vi.fn(), text: vi.fn() }
  const painter = { ...calls, widthOf: () => 20 } as unknown as Painter
  const values = [0, 0, 0, 0, 0, 0, 0, 0]
  const series = { values, shaded: values.map(() => false) }
  drawEvidence(painter, SIZE, { series, min: 0, max: 100, band: [], mark: null, ...changes }, STYLE)
  const spans = (call: typeof calls.line, colour: string) =>
    call.mock.calls
      .filter((each) => each[1] === colour)
      .map(([points]) => (points as Point[]).map(([x]) => x))
      .map((all) => [Math.min(...all), Math.max(...all)])
  return { ...calls, spans }
}

it('allocated memory is drawn where it was sampled, at its height then', () => {
  const { area, spans } = drawn({ band: [null, null, 0.5, 0.5, 1, null, 1, 1] })

  expect(spans(area, 'band')).toEqual([
    [20, 40],
    [60, 70],
  ])
  expect(area.mock.calls[0]?.[0]).toContainEqual([20, 22])
  expect(area.mock.calls[0]?.[0]).toContainEqual([40, 4])
})

it('the line ends at gaps, which are hatched', () => {
  const series = { values: [1, 2, null, null, 3, 4, 5, 6], shaded: [] }
  const { line, hatch, spans } = drawn({ series })

  expect(spans(line, 'line')).toEqual([
    [0, 10],
    [40, 70],
  ])
  expect(hatch).toHaveBeenCalledExactlyOnceWith({ left: 10, top: 0, width: 30, height: 40 }, 'gap')
})

it('the time at which the insight began is above the values', () => {
  const { area, text } = drawn({ band: [1, 1, 1, 1, 1, 1, 1, 1], mark: { at: 0.5, text: '14:19' } })

  expect(text).toHaveBeenCalledExactlyOnceWith('14:19', 40, 10, 'mark')
  expect(area.mock.calls[0]?.[0]).toContainEqual([0, 16])
})
