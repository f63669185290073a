import { defineConfig } from '@playwright/test'

/** The build starts the real jar with demo data and sets its address. */
const baseURL = process.env.GPULSE_BASE_URL ?? 'http://127.0.0.1:8080/'

/** Chromium reads only the last list of this kind: what Playwright leaves out, and then what we do. */
const WITHOUT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
  // Pages of the browser's own, for its address bar: they took 40 % of the CPU time of every window.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '../target/e2e',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  // A test that passes only when it is repeated is listed in target/flaky.txt; FLAKY=fail makes it a failure.
  retries: process.env.CI === undefined ? 0 : 1,
  failOnFlakyTests: process.env.FLAKY === 'fail',
  reporter: [['line'], ['./slowest.ts'], ['./flaky.ts']],
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
        `--disable-features=${WITHOUT.join(',')}`,
      ],
    },
  },
})
