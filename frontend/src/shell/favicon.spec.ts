import { describe, expect, it } from 'vitest'
import type { MachineStatus } from '@/store/tab'
import { faviconAddress } from './favicon'

const MACHINE: MachineStatus = { gpus: 2, percent: 50, idle: 0, columns: [0, 100], trouble: 'ok', troubled: [] }

function drawn(state: Parameters<typeof faviconAddress>[0], changes: Partial<MachineStatus> = {}): string {
  return decodeURIComponent(faviconAddress(state, { ...MACHINE, ...changes }) ?? '')
}

describe('the icon of the tab', () => {
  it('is a column for each GPU, as high as it is busy', () => {
    const heights = [...drawn('live').matchAll(/height="([\d.]+)"/g)].map(([, height]) => Number(height))

    expect(heights).toEqual([22, 1.5, 22, 22])
  })

  it('leaves out the column of a GPU that cannot be read', () => {
    expect(drawn('live', { columns: [null, null] }).match(/<rect/g)).toHaveLength(2)
  })

  it('is the same unless there is a visible change', () => {
    expect(drawn('live', { columns: [41, 60] })).toBe(drawn('live', { columns: [43, 58] }))
  })

  it('differs for all states, also without colour', () => {
    const states = ['live', 'paused', 'stale', 'reconnecting', 'noGpu'] as const
    const pictures = [
      ...states.map((state) => drawn(state)),
      drawn('live', { trouble: 'warn' }),
      drawn('live', { trouble: 'crit' }),
    ].map((svg) => svg.replace(/#[\da-f]+/g, ''))

    expect(new Set(pictures).size).toBe(pictures.length)
  })

  it('fits 16 GPUs', () => {
    const columns = Array.from({ length: 16 }, (_, index) => index * 6)

    expect(drawn('live', { columns }).match(/width="1.38"/g)).toHaveLength(32)
  })

  it('is the brand until the first snapshot', () => {
    expect(faviconAddress('connecting', null)).toBeNull()
  })
})
