import { spawnSync } from 'node:child_process'
import { openSync, renameSync, writeFileSync } from 'node:fs'

/*
 * Runs the checks of the dashboard while Maven compiles Java: `node checks.js LOG RESULT` writes their output to LOG, and
 * then whether they passed to RESULT.
 */
const [, , log, result] = process.argv
const output = openSync(log, 'a')
const { status } = spawnSync('npm', ['run', 'check'], {
  stdio: ['ignore', output, output],
  shell: process.platform === 'win32',
})
writeFileSync(`${result}.new`, status === 0 ? 'passed' : 'failed')
// Maven waits for the file, which is complete once it has this name.
renameSync(`${result}.new`, result)
