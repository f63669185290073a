import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { FleetPast } from '@/api/types'
import { ok, type ApiHandler } from '@/testing/api'
import { Dashboard } from '@/testing/dashboard'
import { anEngine } from '@/testing/engine-fleet'
import { aFleet, aMachineGpu, thisMachine } from '@/testing/fleet'
import { openFleet, panel } from '@/testing/fleet-page'

const PAST: FleetPast = {
  ...{ from: '2026-09-14T02:00:00.000Z', to: '2026-09-14T14:00:00.000Z', stepSeconds: 21600 },
  ...{ problem: null, translations: {} },
  gpus: [
    {
      ...{ instance: 'gpu-1:8080', index: 0, uuid: 'GPU-0', classes: '52', utilization: [90, 0] },
      owners: [{ owner: 'mchen', first: 0, last: 1 }],
    },
  ],
}

const past =
  (answer: FleetPast): ApiHandler =>
  ({ path }) =>
    path === 'fleet/past' ? ok(answer) : null

const grid = (page: Dashboard) => page.get.getByRole('region', { name: 'Last 12 hours' })
const oneGpu = () => ({ ...aFleet([thisMachine([aMachineGpu(0)])]), engine: anEngine() })

describe('the last 12 hours of machines', () => {
  it('has the shares of the classes of each machine, and opens it', async () => {
    const page = await openFleet(oneGpu(), '/Fleet?view=hours', { api: [past(PAST)] })

    expect(await within(grid(page)).findByRole('img')).toHaveAccessibleName(
      expect.stringMatching(/^trn-h100-01 · Working 50.* · Held idle 50/),
    )
    expect(page.get.queryByRole('grid')).toBeNull()
    await page.click(within(grid(page)).getByRole('button', { name: 'trn-h100-01' }))
    expect(panel(page, 'trn-h100-01')).toBeVisible()
  })

  it('says why there is none, in the language of the page', async () => {
    const translations = { zh: { problem: '引擎没有响应。' } }
    const answer = { ...PAST, gpus: [], problem: 'The engine does not answer.', translations }
    const page = await openFleet(oneGpu(), '/Fleet?view=hours', { api: [past(answer)] })
    expect(await within(grid(page)).findByText('The engine does not answer.')).toBeVisible()
  })

  it('is offered with an engine only', async () => {
    const page = await openFleet(aFleet([thisMachine([aMachineGpu(0)])]), '/Fleet?view=hours')

    expect(page.get.queryByRole('button', { name: '12 h' })).toBeNull()
    expect(page.get.getByRole('grid')).toBeVisible()
    expect(page.requests.filter(({ path }) => path === 'fleet/past')).toEqual([])
  })
})
