import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { Dashboard } from './dashboard'
import { endOfTest } from './end'

describe('Dashboard', () => {
  it('is collected after its test, so that all tests fit in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const earlier = [...(await openAndEnd()), ...(await openAndEnd())]
    // The engine may keep the last one, and any that it is compiling code of.
    await openAndEnd()

    const kept = () => {
      collect()
      return earlier.filter((part) => part.deref() !== undefined).length
    }
    await expect.poll(kept, { timeout: 20_000, interval: 20 }).toBe(0)
  })
})

/** The samples and the element of a page whose test has ended. */
async function openAndEnd(): Promise<WeakRef<object>[]> {
  const parts = await open()
  await endOfTest()
  // Weak references are strong until the next turn of the event loop.
  await new Promise((turn) => setImmediate(turn))
  return parts
}

async function open(): Promise<WeakRef<object>[]> {
  const { live, get } = await Dashboard.open('/')
  return [new WeakRef(live.timeline), new WeakRef(get.getByRole('main'))]
}
