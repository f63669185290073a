import type { ISettingRegistry } from '@jupyterlab/settingregistry'
import { Signal } from '@lumino/signaling'
import { expect, it } from 'vitest'
import schema from '../schema/core.json'
import { Settings } from './settings'

it('interval and length of series are those of the user, at once', async () => {
  const stored = { composite: {} as Record<string, unknown> }
  const changed = new Signal<typeof stored, void>(stored)
  const registry = { load: () => Promise.resolve({ ...stored, changed }) } as unknown as ISettingRegistry
  const settings = new Settings(registry, 'core')
  let changes = 0
  settings.changed.connect(() => changes++)
  await Promise.resolve()
  expect([settings.refreshMillis, settings.range, changes]).toEqual([200, '', 1])

  stored.composite = { refreshSeconds: 2.5, seriesLength: '15m', idleListMinutes: 30 }
  changed.emit()
  expect([settings.refreshMillis, settings.range, changes]).toEqual([2500, '15m', 2])
  expect(settings.idleListMinutes).toBe(30)
  stored.composite = { refreshSeconds: 0.1, seriesLength: 'auto' }
  changed.emit()
  expect([settings.refreshMillis, settings.range]).toEqual([100, ''])
})

it('the defaults are those of the schema, whose bounds a page accepts', () => {
  const { refreshSeconds, seriesLength, idleListMinutes } = schema.properties
  const settings = new Settings(null, 'core')
  expect([settings.refreshMillis, settings.range]).toEqual([1000 * refreshSeconds.default, ''])
  expect(settings.idleListMinutes).toBe(idleListMinutes.default)
  expect([refreshSeconds.minimum, refreshSeconds.maximum]).toEqual([0.1, 10])
  expect(seriesLength.enum).toEqual(['auto', '1m', '5m', '15m'])
})
