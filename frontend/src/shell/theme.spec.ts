import { describe, expect, it, vi } from 'vitest'
import { Dashboard } from '@/testing/dashboard'

const theme = () => document.documentElement.dataset['theme']

function preferDark(): void {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('dark'), media: query }),
  )
}

describe('the theme', () => {
  it('is that of the system until one is chosen by key, and stays chosen after a reload', async () => {
    preferDark()
    const page = await Dashboard.open('/GPU-Utilization')
    expect(theme()).toBe('dark')

    await page.press('t')
    expect(theme()).toBe('dark')
    await page.press('t')
    expect(theme()).toBe('light')

    document.documentElement.dataset['theme'] = ''
    await page.reload()
    expect(theme()).toBe('light')
  })
})
