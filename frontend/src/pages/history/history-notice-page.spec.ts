import { expect, it } from 'vitest'
import { ok, type ApiHandler } from '@/testing/api'
import { Dashboard } from '@/testing/dashboard'

const HISTORY = { rawSince: null, minutesSince: null, hoursSince: null, sizeBytes: null, maxBytes: null }

async function notices(state: string): Promise<string[]> {
  const history = { ...HISTORY, state, detail: 'The disk is full.' }
  const failures = [{ part: 'history', detail: 'History recording fails' }]
  const api: ApiHandler = ({ path }) => (path === 'status' ? ok({ checks: [], steps: [], failures, history }) : null)
  const page = await Dashboard.open('/History', { api: [api] })
  return page.get.getAllByRole('status').map((notice) => notice.textContent)
}

it('a history that does not record is reported once', async () => {
  const shown = (await notices('SUSPENDED')).filter(
    (text) => text.includes('disk is full') || text.includes('recording fails'),
  )

  expect(shown).toHaveLength(1)
  expect(shown[0]).toContain('disk is full')
})

it('a failure is reported while the history records', async () => {
  expect((await notices('RECORDING')).some((text) => text.includes('recording fails'))).toBe(true)
})
