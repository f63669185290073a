import { expect, it } from 'vitest'
import { ok, type ApiHandler } from '@/testing/api'
import { Dashboard } from '@/testing/dashboard'

const HISTORY = { rawSince: null, minutesSince: null, hoursSince: null, sizeBytes: null, maxBytes: null }

async function opened(path: string, state = 'RECORDING'): Promise<Dashboard> {
  const history = { ...HISTORY, state, detail: 'The disk is full.' }
  const failures = ['history', 'events', 'insights'].map((part) => ({ part, detail: `The part ${part} fails` }))
  const api: ApiHandler = ({ path }) => (path === 'status' ? ok({ checks: [], steps: [], failures, history }) : null)
  return Dashboard.open(path, { api: [api] })
}

const notices = (page: Dashboard) => page.get.getAllByRole('status').map((notice) => notice.textContent)

it('a history that does not record is reported once', async () => {
  const shown = notices(await opened('/History', 'SUSPENDED')).filter((text) => /disk is full|history fails/.test(text))

  expect(shown).toHaveLength(1)
  expect(shown[0]).toContain('disk is full')
})

it.each(['history', 'events', 'insights'])(
  'a failure of the %s is on its page, with one query of the status',
  async (part) => {
    const page = await opened(`/${part}`)

    expect(notices(page).some((text) => text.includes(`The part ${part} fails`))).toBe(true)
    expect(page.requests.filter(({ path }) => path === 'status')).toHaveLength(1)
  },
)
