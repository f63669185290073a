import { defineConfig } from '@playwright/test'

/** The build starts the real jar with demo data and says here where it listens. */
const baseURL = process.env.GPULSE_BASE_URL ?? 'http://127.0.0.1:8080/'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '../target/e2e',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  reporter: 'line',
  use: {
    baseURL,
    headless: true,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
