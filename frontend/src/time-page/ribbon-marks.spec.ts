import { expect, it } from 'vitest'
import { anEvent } from '@/testing/incidents'
import { ribbonMarks } from './ribbon-marks'

it('a GPU that only answers late has no sign of a fault', () => {
  const kinds = (['critical', 'warning'] as const).map(
    (severity) => ribbonMarks([anEvent(1, { kind: 'gpu_stuck', severity })], [], null)[0]?.kind,
  )

  expect(kinds).toEqual(['fault', 'insight'])
})
