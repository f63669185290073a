import { describe, expect, it } from 'vitest'
import { FREE_MILLIS } from '@/composables/free-gpus'
import { ok, refused } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { at } from '@/testing/machine'
import { splitGpu } from '@/testing/mig'

describe('the page of free GPUs', () => {
  it('names the holder of a GPU that is held, and does not advise to contact them', async () => {
    const gpu = {
      ...{ index: 0, uuid: null, category: 'FREE_BUT', obstacles: ['HELD'], since: at(-600) },
      ...{ maxUtilization: 0, windowSeconds: 60, processes: 0, hold: { holder: 'anna', until: at(42), seconds: 42 } },
    }
    const page = await Dashboard.open('/Free', {
      ...{ gpus: 1, changes: { 0: () => ({ processes: [], idleSince: at(-600), busySince: null }) } },
      api: [
        ({ path }) => (path === 'gpus/free' ? ok({ requested: 1, windowSeconds: 60, chosen: [], gpus: [gpu] }) : null),
      ],
    })
    expect(textOf(page.get.getByRole('table'))).toMatch(/Held for 42 s by anna/)
    expect(document.body.textContent).not.toContain('is next')
  })

  it.each([
    ['that is held', {}, splitGpu().mig?.map(({ uuid }) => uuid) ?? []],
    ['of a GPU whose values are late', { state: 'SLOW' as const }, []],
  ])('does not name an instance %s', async (_, changes, heldInstances) => {
    const gpu = {
      ...{ index: 0, uuid: null, category: 'NOT_FREE', obstacles: ['MIG'], since: at(-60), heldInstances },
      ...{ maxUtilization: null, windowSeconds: 60, processes: 1, freeMemory: 8e9, totalMemory: 80e9 },
    }
    const page = await Dashboard.open('/Free', {
      ...{ gpus: 1, changes: { 0: () => ({ ...splitGpu(), ...changes }) } },
      api: [
        ({ path }) => (path === 'gpus/free' ? ok({ requested: 1, windowSeconds: 60, chosen: [], gpus: [gpu] }) : null),
      ],
    })

    expect(page.get.queryByRole('rowgroup', { name: 'Free, but' })).toBeNull()
    expect(page.get.getByRole('rowgroup', { name: 'Not free' })).toBeInTheDocument()
    expect(document.body.textContent).not.toContain('CUDA_VISIBLE_DEVICES=MIG')
  })

  it('has no answer any longer once the server has none', async () => {
    let isStopped = false
    const page = await Dashboard.open('/Free', {
      changes: { 2: () => ({ idleSince: at(-600), busySince: null, processes: [] }) },
      api: [({ path }) => (isStopped && path === 'gpus/free' ? refused(503, 'No GPU is known to be free now.') : null)],
    })
    expect(page.get.getByRole('region', { name: 'Answer' })).toBeInTheDocument()
    isStopped = true
    await page.pass(FREE_MILLIS)

    expect(page.get.getByText('No GPU is known to be free now.')).toBeInTheDocument()
    expect(document.body.textContent).not.toContain('CUDA_VISIBLE_DEVICES=')
  })
})
