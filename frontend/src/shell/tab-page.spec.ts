import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AFTER, CHANGING, SETTLED_SECONDS } from '@/testing/changing'
import { complaints } from '@/testing/complaints'
import { Dashboard } from '@/testing/dashboard'
import { BROKEN, BUSY, HISTORY, snapshot } from '@/testing/machine'
import { aSource } from '@/testing/snapshots'

const TITLE_MILLIS = 1000

describe('the tab of a recorded machine', () => {
  const icon = document.createElement('link')

  beforeEach(() => {
    icon.rel = 'icon'
    icon.setAttribute('href', 'favicon.svg')
    document.head.replaceChildren(icon)
  })

  afterEach(() => {
    icon.remove()
  })

  const address = () => decodeURIComponent(icon.getAttribute('href') ?? '')

  it('shows the hot GPU, the mean utilization and the idle GPUs', async () => {
    const warnings = complaints()
    await Dashboard.open('/', { changes: BUSY })

    expect(document.title).toMatch(/^⚠ GPU 7 · 8 GPUs · \d+\u202f% · 1 idle · Overview · gpulse$/)
    expect(address()).toMatch(/^data:image\/svg\+xml,<svg/)
    expect(warnings()).toEqual([])
  })

  it('shows all GPUs with faults', async () => {
    await Dashboard.open('/', { changes: BROKEN })

    expect(document.title).toMatch(/^⚠ GPUs 3, 6, 7 · 8 GPUs/)
  })

  it('follows the machine, and marks a paused page in title and icon', async () => {
    const page = await Dashboard.open('/GPU-Utilization', { gpus: 1, changes: CHANGING })
    expect(document.title).toBe('1 GPU · 31\u202f% · GPU utilization · gpulse')

    await page.advance(SETTLED_SECONDS)
    expect(document.title).toBe(`1 GPU · ${AFTER['utilization.gpu']}\u202f% · GPU utilization · gpulse`)
    const live = address()

    await page.press(' ')
    expect(document.title).toMatch(/^Paused · /)
    expect(address()).not.toBe(live)
    const held = document.title
    await page.advance(SETTLED_SECONDS)
    expect(document.title).toBe(held)
  })

  it('marks simulated numbers', async () => {
    const page = await Dashboard.open('/GPU-Utilization')
    page.feed.play({ ...snapshot(HISTORY), source: aSource({ kind: 'DEMO', simulated: true }) })
    await page.pass(TITLE_MILLIS)

    expect(document.title).toMatch(/^Demo · .*8 GPUs · .* · GPU utilization · gpulse$/)
  })
})
