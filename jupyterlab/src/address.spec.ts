import { expect, test } from 'vitest'
import { embedAddress, toTarget, widgetId } from './address'

const target = { page: 'memory', panel: 'users', path: '/GPU-Memory', title: 'Users' }

test('the address of a frame is below the base of Jupyter', () => {
  expect(embedAddress(target, 'dark', 'zh', '', '/user/anna/')).toBe(
    '/user/anna/gpulse/GPU-Memory?embed=1&panel=users&theme=dark&lang=zh',
  )
  expect(embedAddress({ ...target, panel: '' }, 'light', 'en', '', '/')).toBe(
    '/gpulse/GPU-Memory?embed=1&theme=light&lang=en',
  )
})

test('the address has the range of live charts, which the history does not have', () => {
  expect(embedAddress(target, 'dark', 'en', '15m', '/')).toMatch(/&range=15m$/)
  expect(embedAddress({ ...target, page: 'history' }, 'dark', 'en', '15m', '/')).not.toContain('range')
})

test('a widget has one id for a page and a panel', () => {
  expect(widgetId(target)).toBe('gpulse:memory:users')
  expect(widgetId({ ...target, panel: '' })).toBe('gpulse:memory:')
})

test('arguments of a command name a page of gpulse only', () => {
  expect(toTarget({ ...target })).toEqual(target)
  for (const path of ['https://other/', '//other/', '/../api', '/a/../../api', 'x', '/a?b', 1]) {
    expect(toTarget({ ...target, path }), String(path)).toBeNull()
  }
})
