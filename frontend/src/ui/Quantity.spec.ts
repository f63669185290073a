import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { formatNumber } from '@/format/number'
import { metricAttributes } from '@/store/metric-attributes'
import Quantity from './Quantity.vue'
import { unmountAfterEach } from '@/testing/unmount'

unmountAfterEach()

function shown(props: InstanceType<typeof Quantity>['$props']) {
  const wrapper = mount(Quantity, { props })
  return { text: wrapper.text().replace(/\s+/g, ' '), title: wrapper.attributes('title'), html: wrapper.html() }
}

describe('a quantity', () => {
  it('prints a measured zero', () => {
    expect(shown({ value: 0, unit: '%' }).text).toBe('0 %')
  })

  it('groups digits by a narrow space', () => {
    expect(shown({ value: 1980.4, unit: 'MHz' }).text).toBe('1 980 MHz')
  })

  it.each([
    [999.4, 'en', '999'],
    [999.6, 'en', '1\u202f000'],
    [-1234.5, 'en', '-1\u202f235'],
    [1234567, 'zh', '1\u202f234\u202f567'],
  ])('groups %s in %s as %s', (value, locale, text) => {
    expect(formatNumber(value, 0, locale)).toBe(text)
  })

  it('has the attributes for the inspector in all appearances', () => {
    const asked = metricAttributes('power.draw', { uuid: 'GPU-1', index: 1 })

    expect(shown({ value: 1, unit: 'W', about: asked }).html).toContain('data-metric="power.draw" data-gpu="GPU-1"')
    expect(shown({ value: null, unit: 'W', about: asked }).html).toContain('data-gpu="GPU-1"')
    expect(metricAttributes('power.draw', { uuid: 'GPU-1', index: 1 })).toBe(asked)
  })

  it('reports that a value is not supported, by a visible dash', () => {
    const { text, title } = shown({ value: null, unit: '%', quality: 'notSupported', reason: 'MIG_ENABLED' })

    expect(text).toBe('–not supported')
    expect(title).toBe('Not reported in MIG mode')
  })

  it('reports a value without permission', () => {
    const { text, html } = shown({ value: null, unit: 'W', quality: 'noAccess', reason: 'NO_PERMISSION' })

    expect(text).toBe('no access')
    expect(html).toContain('<svg')
  })

  it('retains a stale value and reports its age', () => {
    const { text, title } = shown({ value: 62, unit: '°C', quality: 'stale', ageMillis: 14_200 })

    expect(text).toContain('62 °C')
    expect(text).toContain('14 s')
    expect(title).toBe('stale, 14\u202fs old')
  })

  it('shows an error without a number', () => {
    const { text, title } = shown({ value: 12, unit: 'W', quality: 'error', reason: 'ERROR' })

    expect(text).toBe('error')
    expect(title).toBe('The driver answered with an error')
  })

  it.each([null, undefined, NaN])('never makes a number of %s', (value) => {
    expect(shown({ value, unit: '%' }).text).toBe('…no sample yet')
    expect(shown({ value, unit: '%', quality: 'stale', ageMillis: 9000 }).text).toBe('…no sample yet')
  })
})
