import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/*
 * `node mutation/run.js NAME [TESTS]` mutates a folder or a file of src, one file after the other. TESTS=all also runs the tests
 * that open the whole dashboard, for what the others (quick) left.
 */
const [, , name, tests = 'quick'] = process.argv
const MOST_MILLIS = 30 * 60_000
const end = performance.now() + MOST_MILLIS
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url))

function filesOf(path) {
  if (statSync(`src/${path}`).isFile()) return [path]
  const files = readdirSync(`src/${path}`, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /(?<!\.spec|\.gen|\.d)\.ts$/.test(file)).map((file) => `${path}/${file}`)
}

const files = filesOf(name)
while (files.length > 0) {
  const left = Math.floor(end - performance.now())
  if (left <= 0) break
  const { status, signal } = spawnSync(process.execPath, [stryker, 'run', 'mutation/stryker.config.js'], {
    env: { ...process.env, MUTATE: files[0], TESTS: tests },
    stdio: 'inherit',
    timeout: left,
  })
  if (signal !== null) break
  if (status !== 0) process.exit(status)
  files.shift()
}
if (files.length > 0) process.stdout.write(`The time is over. Not finished: ${files.join(', ')}\n`)
