import { spawn } from 'node:child_process'
import { openSync, renameSync, writeFileSync } from 'node:fs'

/*
 * Runs the checks of the dashboard while Maven compiles and tests Java: `node checks.js LOG RESULT` writes their output to
 * LOG, and then whether they passed to RESULT. They end with Maven; on Windows they go on to their own end.
 */
const [, , log, result] = process.argv
const output = openSync(log, 'a')
const isWindows = process.platform === 'win32'
const checks = spawn('npm', ['run', 'check'], {
  stdio: ['ignore', output, output],
  shell: isWindows,
  // A process group of their own, which can be ended as a whole.
  detached: !isWindows,
})

function end() {
  if (!isWindows) process.kill(-checks.pid)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
const maven = process.ppid
const watch = setInterval(() => {
  if (process.ppid !== maven) end()
}, 1000)

function report(outcome) {
  clearInterval(watch)
  writeFileSync(`${result}.new`, outcome)
  // Maven waits for the file, which is complete once it has this name.
  renameSync(`${result}.new`, result)
}
checks.on('error', () => report('failed'))
checks.on('exit', (status) => report(status === 0 ? 'passed' : 'failed'))
