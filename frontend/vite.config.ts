import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { SlowestUnits } from './slowest.ts'
import { budgeted, later, precompressed, routes } from './vite.assets.ts'
import { embedListed } from './vite.embed.ts'
import { words } from './vite.words.ts'

const BUDGET_BYTES = 115_000

/** Each of them is one file: several are larger, since each is compressed on its own. */
const CHUNKS = [
  { name: 'first-load', tags: ['$initial' as const] },
  { name: 'connect', test: /src\/(pages\/empty|shell\/ConnectDialog|ui\/(Check|Step)List|composables\/status)/ },
  { name: 'services', test: /src\/store\/(event-service|insight-service|stored-past)\.ts$/ },
]

export default defineConfig({
  base: './',
  plugins: [vue(), words(), routes(), embedListed(), later(), precompressed(), budgeted(BUDGET_BYTES)],
  resolve: { alias: { '@': fileURLToPath(new URL('src', import.meta.url)) } },
  define: {
    // No component uses the options API.
    __VUE_OPTIONS_API__: 'false',
  },
  build: {
    outDir: '../target/frontend/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 600,
    // The packages in the bundle, and their licences.
    license: { fileName: 'licenses.txt' },
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.GPULSE_BASE_URL ?? 'http://127.0.0.1:8080' } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.spec.ts'],
    setupFiles: 'src/testing/setup.ts',
    // A fresh environment and module graph for each file would take four times the CPU time of the tests.
    isolate: false,
    // By default one core is left idle.
    maxWorkers: '100%',
    unstubGlobals: true,
    restoreMocks: true,
    reporters: ['default', new SlowestUnits()],
    // Some mount the whole dashboard, which takes long while the rest of a build runs.
    testTimeout: 30_000,
    // Styles are empty in tests, except the one that is tested itself.
    css: { include: /tokens\.css/ },
  },
})
