/** A file of src. */
const mutated = process.env.MUTATE

export default {
  mutate: [`src/${mutated}`],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.ts' },
  // A further run repeats only what survived.
  incremental: true,
  incrementalFile: `../target/mutation/${mutated.replaceAll('/', '-')}.json`,
  concurrency: 1,
  ignoreStatic: true,
  tempDirName: '../target/mutation/sandbox',
  ignorePatterns: ['/pictures', '/public', '/tests'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
