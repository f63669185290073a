import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig, mergeConfig } from 'vitest/config'
import dashboard from '../vite.config.ts'

/** Tests that open the whole dashboard take far longer than the others; they run only for what the others left. */
const OPENS_DASHBOARD = /from '@\/testing\/(dashboard|live-page|history-page|hub-page)'/
const quick = process.env.TESTS === 'quick'
const slow = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => `src/${file}`)
  .filter((file) => OPENS_DASHBOARD.test(readFileSync(file, 'utf8')))

export default mergeConfig(
  dashboard,
  defineConfig({ test: { exclude: ['src/cycles.spec.ts', ...(quick ? slow : [])], reporters: [] } }),
)
