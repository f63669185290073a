import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import RangeBar from './RangeBar.vue'
import ThinBar from './ThinBar.vue'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

const SUMMARY = { mean: 40, lo: 20, hi: 70, at: 0 }

describe('a range bar', () => {
  it('starts at zero, ends at the mean, and has a range from minimum to maximum', () => {
    const bar = mount(RangeBar, { props: { summary: SUMMARY } })

    expect(bar.get('i').attributes('style')).toContain('width: 40%')
    expect(bar.get('u').attributes('style')).toContain('--lo: 20%; --hi: 70%')
  })

  it('marks a peak beyond its range, and no other', () => {
    const beyond = mount(RangeBar, { props: { summary: SUMMARY, peak: 95 } })
    const within = mount(RangeBar, { props: { summary: SUMMARY, peak: 70 } })

    expect(beyond.get('s').attributes('style')).toContain('--at: 95%')
    expect(within.find('s').exists()).toBe(false)
  })

  it('never grows beyond its track', () => {
    const bar = mount(RangeBar, { props: { summary: { mean: 130, lo: 0, hi: 130, at: 0 } } })

    expect(bar.get('i').attributes('style')).toContain('width: 100%')
  })

  it('is a full empty track for a measured zero, and no track at all for what is absent', () => {
    const zero = mount(RangeBar, { props: { summary: { mean: 0, lo: 0, hi: 0, at: 0 } } })
    const absent = mount(RangeBar, { props: { summary: null, quality: 'notSupported' } })
    const failed = mount(RangeBar, { props: { summary: SUMMARY, quality: 'error' } })

    expect(zero.classes()).toContain('bar')
    expect(absent.classes()).toEqual(['nothing'])
    expect(failed.classes()).toEqual(['nothing', 'error'])
  })
})

describe('a thin bar', () => {
  const places = (props: InstanceType<typeof ThinBar>['$props']) =>
    mount(ThinBar, { props }).attributes('style')?.replaceAll(' ', '')

  it('has the ends of its mean and of its range', () => {
    expect(places({ summary: SUMMARY })).toContain('--mean:40%;--lo:20%;--hi:70%')
    expect(places({ summary: SUMMARY, max: 50 })).toContain('--mean:80%;--lo:40%;--hi:100%')
  })

  it('is an empty track for a measured zero, and no track at all for what is absent', () => {
    const absent = mount(ThinBar, { props: { summary: null, quality: 'notSupported' } })
    const failed = mount(ThinBar, { props: { summary: SUMMARY, quality: 'error' } })

    expect(places({ summary: { mean: 0, lo: 0, hi: 0 } })).toContain('--mean:0%')
    expect(absent.classes()).toEqual(['nothing'])
    expect(failed.classes()).toEqual(['nothing', 'error'])
  })
})
