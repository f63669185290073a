import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ButterflyBar from './ButterflyBar.vue'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

const SUMMARY = { mean: 10, lo: 5, hi: 20, at: 0 }

function bar(props: Partial<InstanceType<typeof ButterflyBar>['$props']>) {
  return mount(ButterflyBar, { props: { summary: SUMMARY, way: 'in', end: 100, label: 'To GPU 0', ...props } })
}

describe('a butterfly bar', () => {
  it('has the mean as a bar, its range, and the peak as a tick', () => {
    const whole = bar({ peak: 80 })

    expect(whole.get('i').attributes('style')).toContain('width: 10%')
    expect(whole.get('u').attributes('style')).toContain('--lo: 5%; --hi: 20%')
    expect(whole.get('s').attributes('style')).toContain('80%')
    expect(whole.find('[data-testid=bar-lost]').exists()).toBe(false)
  })

  it('hatches the part that a narrow link has lost', () => {
    const lost = bar({ most: 100, reachable: 50 }).get('[data-testid=bar-lost]')

    expect(lost.attributes('style')).toMatch(/50%.*width: 50%/)
  })

  it('hatches nothing beyond the end of a fitted scale', () => {
    expect(bar({ end: 20, most: 100, reachable: 50 }).find('[data-testid=bar-lost]').exists()).toBe(false)
    expect(bar({ end: 80, most: 100, reachable: 50 }).get('[data-testid=bar-lost]').attributes('style')).toContain(
      'width: 37.5%',
    )
  })

  it('is shorter where the link can carry less than another', () => {
    expect(bar({ most: 25, reachable: 25 }).get('[data-testid=bar-track]').attributes('style')).toContain('width: 25%')
  })

  it('never grows beyond the scale', () => {
    const beyond = bar({ summary: { mean: 130, lo: 120, hi: 140 }, peak: 150 })

    expect(beyond.get('i').attributes('style')).toContain('width: 100%')
    expect(beyond.get('s').attributes('style')).toContain('100%')
  })

  it('is an empty track for a measured zero, and a dashed line for what is absent', () => {
    const zero = bar({ summary: { mean: 0, lo: 0, hi: 0 }, peak: 0 })
    const absent = bar({ summary: null, quality: 'notSupported' })

    expect(zero.find('[data-testid=bar-track]').exists()).toBe(true)
    expect(zero.find('s').exists()).toBe(false)
    expect(absent.find('[data-testid=bar-track]').exists()).toBe(false)
    expect(absent.find('[data-testid=bar-absent]').exists()).toBe(true)
  })
})
