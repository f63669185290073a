import type { Page } from '@playwright/test'

/** Warnings and errors of a page, and the hosts of its requests. */
export interface Watch {
  complaints: string[]
  hosts: Set<string>
}

export function watch(page: Page): Watch {
  const seen: Watch = { complaints: [], hosts: new Set() }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.complaints.push(message.text())
  })
  page.on('pageerror', (error) => seen.complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:') seen.hosts.add(host)
  })
  return seen
}
