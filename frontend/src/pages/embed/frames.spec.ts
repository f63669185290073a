import { expect, it } from 'vitest'
import { PANELS } from '@/navigation/panels'
import { t } from '@/i18n/words'
import { PAGES } from '@/navigation/pages'
import { frameHtml, framesOf, grafanaHtml, type FrameView } from './frames'

const base = document.baseURI

const VIEW: FrameView = { gpu: null, isOnly: false, theme: 'auto', query: {}, past: null }

function all(changes: Partial<FrameView>) {
  return framesOf({ ...VIEW, ...changes }, t).flatMap(({ frames }) => frames)
}
const addressesOf = (changes: Partial<FrameView>) => all(changes).map(({ address }) => address)

it('every page with a key and the chosen GPU have frames of their panels, and then one of the whole page', () => {
  const addresses = addressesOf({ gpu: 3 })

  expect(addresses[0]).toBe(new URL('?embed=1&panel=summary', base).href)
  expect(addresses).toContain(new URL('?embed=1&panel=util', base).href)
  expect(addresses).toContain(new URL('?embed=1', base).href)
  expect(addresses).toContain(new URL('GPU-Memory?embed=1&panel=users', base).href)
  expect(addresses.at(-1)).toBe(new URL('gpus/3?embed=1', base).href)
  expect(addresses.filter((address) => address.includes(PAGES.embed.path))).toEqual([])
  expect(new Set(addresses).size).toBe(addresses.length)
})

it('the charts of a single GPU are offered if there is only one', () => {
  const solo = PANELS.overview.filter((panel) => panel.solo === true)

  expect(all({ gpu: 0, isOnly: true }).length - all({ gpu: 0 }).length).toBe(solo.length)
  expect(solo.length).toBeGreaterThan(0)
})

it('without a GPU there is no page of one', () => {
  expect(framesOf(VIEW, t).map(({ page }) => page)).not.toContain('gpu')
})

it('every frame has a title of its own', () => {
  const titles = all({ gpu: 0, isOnly: true }).map(({ title }) => title)

  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([])
})

it('the address has the theme, unless it is that of the viewer', () => {
  expect(addressesOf({ theme: 'dark' })[0]).toBe(new URL('?embed=1&panel=summary&theme=dark', base).href)
})

it('the address has the GPUs where the page does not, and the time where there is one', () => {
  const addresses = addressesOf({ gpu: 3, query: { range: '1m', gpus: '0,3' } })

  expect(addresses).toContain(new URL('?embed=1&panel=util&gpus=0,3', base).href.replace(',', '%2C'))
  expect(addresses).toContain(new URL('gpus/3?embed=1&panel=power.draw&range=1m', base).href)
  expect(addresses).toContain(new URL('History?embed=1&panel=power.draw&gpus=0%2C3', base).href)
})

it('the history has its own range, and the period of the page one came from', () => {
  const query = { range: '5m', from: '2026-03-01T10:00:00Z', to: '2026-03-01T11:00:00Z' }
  const [address = ''] = addressesOf({ query, past: '12h' }).filter((each) => each.includes(PAGES.history.path))

  expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ ...query, range: '12h' })
})

it('Grafana gets a frame that fills its panel, dark unless a theme is chosen', () => {
  const address = 'https://gpulse.example/?embed=1&panel=util'

  expect(grafanaHtml({ title: 'GPUs', address })).toContain(
    'src="https://gpulse.example/?embed=1&amp;panel=util&amp;theme=dark"',
  )
  expect(grafanaHtml({ title: 'GPUs', address: `${address}&theme=light` })).not.toContain('dark')
  expect(grafanaHtml({ title: 'GPUs', address })).toContain('width="100%" height="100%"')
})

it('the text to paste is HTML', () => {
  const frame = { title: 'A "GPU" & <more>', address: 'https://gpulse.example/?embed=1&panel=util', height: 240 }

  expect(frameHtml(frame)).toBe(
    '<iframe src="https://gpulse.example/?embed=1&amp;panel=util" title="A &quot;GPU&quot; &amp; &lt;more>"' +
      ' width="100%" height="240" loading="lazy" style="border: 0"></iframe>',
  )
})
