import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { Dashboard } from '@/testing/dashboard'
import { clickPlot, firstPlot, leavePlot, readoutTime } from '@/testing/timelines'

describe('a pinned moment', () => {
  it('is kept in the address with the zoom and the hidden lines, also of a link, until Escape', async () => {
    const page = await Dashboard.open('/Machine-Resources?range=1m')
    await page.drag(firstPlot(page), 0.2, 0.8)
    await clickPlot(page, firstPlot(page), 0.25, 0.25)
    await page.click(page.get.getByRole('button', { name: 'sent' }))
    expect(page.address).toMatch(/from=.*Z&to=.*Z&at=.*Z&hide=[\w.]+1/)
    const moment = readoutTime(page)
    expect(moment).toMatch(/\d\d:\d\d:\d\d/)
    await leavePlot(page, firstPlot(page))
    expect(readoutTime(page)).toBe(moment)

    const linked = await page.reload()
    expect(readoutTime(linked)).toBe(moment)
    expect(linked.get.getByRole('button', { name: 'Back' })).toBeInTheDocument()
    expect(linked.get.getByRole('button', { name: 'sent' })).toHaveAttribute('aria-pressed', 'false')

    const pages = within(linked.get.getByRole('navigation', { name: 'Live charts' }))
    await linked.click(pages.getByRole('link', { name: /^Utilization/ }))
    expect(linked.address).toMatch(/GPU-Utilization.*from=.*at=/)
    expect(linked.get.getByRole('main')).toHaveTextContent(/\d\d:\d\d to \d\d:\d\d:\d\d/)
    await linked.press('?')
    await linked.press('Escape')
    expect(linked.address).toMatch(/from=.*at=/)
    // The browser closes the dialog.
    linked.get.getByRole<HTMLDialogElement>('dialog', { name: 'Keyboard shortcuts' }).close()
    await linked.press('Escape')
    expect(linked.address).not.toMatch(/from=|at=/)

    linked.router.back()
    await linked.settle()
    expect(linked.address).toMatch(/Machine-Resources.*from=.*at=/)
    linked.router.forward()
    await linked.settle()
    expect(linked.address).toMatch(/GPU-Utilization$/)
  })
})
