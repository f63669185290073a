import { env } from 'node:process'

/** The JupyterLab of `GPULSE_LAB_URL` has settings and workspaces of its own, which a run changes. */
export default {
  testDir: '.',
  outputDir: './test-results',
  fullyParallel: false,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: env['GPULSE_LAB_URL'],
    viewport: { width: 1440, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
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
}
