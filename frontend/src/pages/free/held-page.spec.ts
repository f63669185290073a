import { describe, expect, it } from 'vitest'
import { ok } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { at } from '@/testing/machine'

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
})
