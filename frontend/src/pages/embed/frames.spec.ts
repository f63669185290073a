import { expect, it } from 'vitest'
import { PANELS } from '@/navigation/panels'
import { t } from '@/i18n/words'
import { PAGES } from '@/navigation/pages'
import { frameHtml, framesOf } from './frames'

const base = document.baseURI

function all(gpu: number | null, isOnly = false) {
  return framesOf(gpu, isOnly, 'auto', t).flatMap(({ whole, panels }) => [whole, ...panels])
}

it('every page with a key and the chosen GPU have a frame, each followed by those of its panels', () => {
  const addresses = all(3).map(({ address }) => address)

  expect(addresses.slice(0, 2)).toEqual([new URL('?embed=1', base).href, new URL('?embed=1&panel=summary', base).href])
  expect(addresses).toContain(new URL('?embed=1&panel=util', base).href)
  expect(addresses).toContain(new URL('GPU-Memory?embed=1&panel=users', base).href)
  expect(addresses).toContain(new URL('gpus/3?embed=1', base).href)
  expect(addresses.at(-1)).toBe(new URL('gpus/3?embed=1&panel=power', base).href)
  expect(addresses.filter((address) => address.includes(PAGES.embed.path))).toEqual([])
  expect(new Set(addresses).size).toBe(addresses.length)
})

it('the charts of a single GPU are offered if there is only one', () => {
  const solo = PANELS.overview.filter((panel) => panel.solo === true)

  expect(all(0, true).length - all(0).length).toBe(solo.length)
  expect(solo.length).toBeGreaterThan(0)
})

it('without a GPU there is no page of one', () => {
  expect(framesOf(null, false, 'auto', t).map(({ page }) => page)).not.toContain('gpu')
})

it('every frame has a title of its own', () => {
  const titles = all(0, true).map(({ title }) => title)

  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([])
})

it('the address has the theme, unless it is that of the viewer', () => {
  const [overview] = framesOf(null, false, 'dark', t)

  expect(overview?.panels[0]?.address).toBe(new URL('?embed=1&panel=summary&theme=dark', base).href)
})

it('the text to paste is HTML', () => {
  const frame = { title: 'A "GPU" & <more>', address: 'https://gpulse.example/?embed=1&panel=util', height: 240 }

  expect(frameHtml(frame)).toBe(
    '<iframe src="https://gpulse.example/?embed=1&amp;panel=util" title="A &quot;GPU&quot; &amp; &lt;more>"' +
      ' width="100%" height="240" loading="lazy" style="border: 0"></iframe>',
  )
})
