import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard } from '@/testing/dashboard'
import { utilizations } from '@/testing/live-page'
import { wantedLanguage } from './language'

const choice = (page: Dashboard) => page.get.getByRole('combobox', { name: /Language|语言/ })

function menu(page: Dashboard): HTMLElement {
  const [first] = page.get.getAllByRole('navigation')
  if (first === undefined) throw new Error('There is no menu')
  return first
}

describe('the language of the dashboard', () => {
  it('is chosen in the top bar, and stored', async () => {
    const complained = complaints()
    const page = await Dashboard.open('/GPU-Utilization')
    expect(document.title).toMatch(/ · GPU utilization · gpulse$/)
    const options = within(choice(page)).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['English', '简体中文'])

    await page.type(choice(page), 'zh')
    expect(document.title).toMatch(/8 块 GPU · \d+% · .*GPU 利用率 · gpulse$/)
    expect(document.documentElement).toHaveAttribute('lang', 'zh-CN')
    expect(utilizations(page)[0]).toMatch(/^\d+%$/)
    expect(menu(page)).toHaveTextContent('实时图表')
    expect(localStorage.getItem('gpulse.lang')).toBe('zh')
    expect(wantedLanguage()).toBe('zh')

    await page.type(choice(page), 'en')
    expect(menu(page)).toHaveTextContent('Live charts')
    expect(document.documentElement).toHaveAttribute('lang', 'en')
    expect(utilizations(page)[0]).toMatch(/^\d+\u202f%$/)
    expect(localStorage.getItem('gpulse.lang')).toBe('en')
    expect(complained()).toEqual([])
  })

  it('is that of the address until another one is chosen', async () => {
    const page = await Dashboard.open('/?lang=zh')
    expect(menu(page)).toHaveTextContent('概览')
    expect(page.address).toBe('/?lang=zh')

    await page.type(choice(page), 'en')
    expect(page.address).toBe('/')
    expect(menu(page)).toHaveTextContent('Overview')
  })
})
