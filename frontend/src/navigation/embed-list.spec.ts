import { afterEach, expect, it } from 'vitest'
import { metricLabel } from '@/format/label'
import { speak } from '@/i18n/language'
import { t } from '@/i18n/words'
import { PAGES, type PageName } from './pages'
import { titles } from '../../vite.embed'
import { embedList, type TitleOf } from './embed-list'
import { PANELS, type Panel } from './panels'

afterEach(() => speak('en'))

function shown(title: Panel['title']): string {
  return 'key' in title ? t(title.key) : metricLabel(title.metric)
}

const names: TitleOf = () => ({ en: '', zh: '' })

it('lists every page of the navigation and every panel, in the order of the pages', () => {
  const { pages, gpuPage } = embedList(names)
  const listed = [...pages.map(({ name, panels }) => ({ name, panels })), { name: 'gpu', panels: gpuPage.panels }]

  expect(listed.map(({ name, panels }) => [name, panels.map((panel) => panel.name)])).toEqual(
    (Object.keys(PAGES) as PageName[]).flatMap((name) =>
      name === 'embed' || name === 'job' ? [] : [[name, PANELS[name].map((panel) => panel.name)]],
    ),
  )
  expect(gpuPage.path).toBe('/gpus/:index')
  expect(pages.filter(({ dashboard }) => dashboard).map(({ path }) => path)).toEqual([
    '/GPU-Utilization',
    '/GPU-Memory',
    '/GPU-Resources',
    '/PCIe-Throughput',
    '/NVLink-Throughput',
    '/NVLink-Timeline',
    '/Machine-Resources',
  ])
  expect(pages.filter(({ needsGpu }) => !needsGpu).map(({ name }) => name)).toEqual([
    'fleet',
    'machine',
    'history',
    'insights',
    'timeline',
  ])
  expect(pages[0]?.panels.filter(({ solo }) => solo).map(({ name }) => name)).toContain('power.draw')
  expect(pages.every(({ icon }) => icon.startsWith('M'))).toBe(true)
})

it.each(['en', 'zh'] as const)('has the titles of the pages in %s', async (language) => {
  const titleOf = await titles()
  await speak(language)
  const pages = Object.values(PAGES).map(({ title }) => ({ key: title }))
  const panels = Object.values(PANELS).flatMap((of) => of.map(({ title }) => title))
  const all = [...pages, ...panels]

  expect(all.map((title) => titleOf(title)[language])).toEqual(all.map(shown))
})
