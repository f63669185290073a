import { expect, it } from 'vitest'
import { PANELS } from '@/embed/panels'
import { t } from '@/i18n/words'
import { PAGES } from '@/pages'
import { frameHtml, framesOf } from './frames'

const base = document.baseURI

it('every panel, every page with a key and every GPU can stand in a frame', () => {
  const addresses = framesOf([0, 3], 'auto', t).map(({ address }) => address)

  expect(addresses.slice(0, 3)).toEqual([
    new URL('?embed=1&panel=overview', base).href,
    new URL('?embed=1&panel=util', base).href,
    new URL('?embed=1', base).href,
  ])
  expect(addresses).toContain(new URL('GPU-Memory?embed=1', base).href)
  expect(addresses.slice(-2)).toEqual([new URL('gpus/0?embed=1', base).href, new URL('gpus/3?embed=1', base).href])
  expect(addresses.filter((address) => address.includes(PAGES.embed.path))).toEqual([])
})

it('every frame has a title of its own', () => {
  const titles = framesOf([0, 1], 'auto', t).map(({ title }) => title)

  expect(new Set(titles).size).toBe(titles.length)
  expect(Object.keys(PANELS).filter((name) => titles.includes(`embedPanel.${name}`))).toEqual([])
})

it('the theme stands in the address, unless it is that of the viewer', () => {
  expect(framesOf([], 'dark', t)[0]?.address).toBe(new URL('?embed=1&panel=overview&theme=dark', base).href)
})

it('what is pasted is HTML', () => {
  const frame = { title: 'A "GPU" & <more>', address: 'https://gpulse.example/?embed=1&panel=util', height: 240 }

  expect(frameHtml(frame)).toBe(
    '<iframe src="https://gpulse.example/?embed=1&amp;panel=util" title="A &quot;GPU&quot; &amp; &lt;more>"' +
      ' width="100%" height="240" loading="lazy" style="border: 0"></iframe>',
  )
})
