import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, Suite } from '@playwright/test/reporter'

const FILE = fileURLToPath(new URL('../target/flaky.txt', import.meta.url))

/** Prints the tests that passed only when they were repeated, and lists them in target/flaky.txt. */
export default class FlakyTests implements Reporter {
  private suite: Suite | null = null

  onBegin(_: unknown, suite: Suite): void {
    this.suite = suite
  }

  onEnd(): void {
    const flaky = this.suite?.allTests().filter((test) => test.outcome() === 'flaky') ?? []
    const lines = flaky.map((test) => `flaky: ${test.titlePath().filter(Boolean).join(' › ')}\n`).join('')
    mkdirSync(dirname(FILE), { recursive: true })
    writeFileSync(FILE, lines)
    process.stdout.write(lines)
  }

  printsToStdio(): boolean {
    return false
  }
}
