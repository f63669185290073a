import { spawn } from 'node:child_process'
import { openSync, renameSync, writeFileSync } from 'node:fs'

/*
 * Runs the checks of the dashboard while Maven compiles and tests Java: `node checks.js LOG RESULT` writes their output to
 * LOG, and then whether they passed to RESULT. They end with Maven.
 */
const [, , log, result] = process.argv
const output = openSync(log, 'a')
const isWindows = process.platform === 'win32'
const checks = spawn('npm', ['run', 'check'], {
  stdio: ['ignore', output, output],
  shell: isWindows,
  detached: !isWindows,
})
const maven = process.ppid
const watch = setInterval(() => {
  if (process.ppid === maven) return
  process.kill(isWindows ? checks.pid : -checks.pid)
  process.exit(1)
}, 1000)
checks.on('exit', (status) => {
  clearInterval(watch)
  writeFileSync(`${result}.new`, status === 0 ? 'passed' : 'failed')
  // Maven waits for the file, which is complete once it has this name.
  renameSync(`${result}.new`, result)
})
