import type { Reporter as BrowserReporter, TestCase as BrowserTest, TestResult } from '@playwright/test/reporter'
import type { Reporter as UnitReporter, TestCase as UnitTest } from 'vitest/node'

const PRINTED = 10

/** The slowest tests of a run. */
class Slowest {
  private readonly took: { millis: number; title: string }[] = []

  protected add(millis: number, title: string): void {
    this.took.push({ millis, title })
  }

  protected print(): void {
    if (this.took.length <= PRINTED) return
    const slowest = this.took.sort((one, other) => other.millis - one.millis).slice(0, PRINTED)
    const lines = slowest.map(({ millis, title }) => `${(millis / 1000).toFixed(2).padStart(7)} s  ${title}`)
    process.stdout.write(`\nThe ten slowest tests:\n${lines.join('\n')}\n`)
  }
}

/** For Playwright. */
export default class SlowestInBrowser extends Slowest implements BrowserReporter {
  onTestEnd(test: BrowserTest, { duration }: TestResult): void {
    this.add(duration, test.titlePath().filter(Boolean).join(' › '))
  }

  onEnd(): void {
    this.print()
  }

  printsToStdio(): boolean {
    return false
  }
}

/** For Vitest. */
export class SlowestUnits extends Slowest implements UnitReporter {
  onTestCaseResult(test: UnitTest): void {
    this.add(test.diagnostic()?.duration ?? 0, `${test.module.relativeModuleId} › ${test.fullName}`)
  }

  onTestRunEnd(): void {
    this.print()
  }
}
