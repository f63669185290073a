import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { Dashboard } from '@/testing/dashboard'
import { BUSY } from '@/testing/machine'

describe('the list of keys', () => {
  it('opens by key and by button, and closes by its own button', async () => {
    const page = await Dashboard.open('/GPU-Utilization', { changes: BUSY })
    const help = () => page.get.getByRole('dialog', { name: 'Keyboard shortcuts' })

    await page.press('?')
    expect(help()).toHaveAttribute('open')
    const dialog = help()
    await page.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(dialog).not.toHaveAttribute('open')
    await page.click(page.get.getByRole('button', { name: 'Keyboard shortcuts' }))
    expect(dialog).toHaveAttribute('open')
  })

  it('has no way to sign out where no sign-in is required', async () => {
    const page = await Dashboard.open('/GPU-Utilization', { changes: BUSY })

    expect(page.get.queryByRole('button', { name: 'Sign out' })).toBeNull()
    expect(page.requests.map(({ path }) => path)).toContain('session')
  })
})
