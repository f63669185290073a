import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Chart } from './chart'
import { useHiddenLines } from './hidden-lines'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

const line = (key: string) => ({ key, samples: () => undefined, colour: () => '', dashed: false, index: null })
const chart = {
  id: 'totals',
  lines: [line('util'), line('mem')],
  legend: [
    { token: '--util', text: 'utilization' },
    { token: '--mem', text: 'memory' },
  ],
} as unknown as Chart

async function at(address: string) {
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  await router.push(address)
  const found: ReturnType<typeof useHiddenLines>[] = []
  const Page = defineComponent({
    setup() {
      found.push(useHiddenLines(() => [chart]))
      return () => h('p')
    },
  })
  mount(Page, { global: { plugins: [router] } })
  const [hidden] = found
  if (hidden === undefined) throw new Error('Nothing was mounted')
  return { hidden, keys: () => hidden.shown.value[0]?.lines.map(({ key }) => key) }
}

it('a line is put out and comes back', async () => {
  const { hidden, keys } = await at('/')

  hidden.toggle(chart, 1)
  await nextTick()
  expect(keys()).toEqual(['util'])
  expect(hidden.isHidden(chart, 1)).toBe(true)
  hidden.toggle(chart, 1)
  expect(keys()).toEqual(['util', 'mem'])
})

it('hiding the last line shows all lines again', async () => {
  const { hidden, keys } = await at('/')

  hidden.toggle(chart, 0)
  hidden.toggle(chart, 1)
  expect(keys()).toEqual(['util', 'mem'])
})

it('a link that puts out all of them puts out none', async () => {
  expect((await at('/?hide=totals.0,totals.1')).keys()).toEqual(['util', 'mem'])
  expect((await at('/?hide=totals.0,other.1')).keys()).toEqual(['mem'])
})
