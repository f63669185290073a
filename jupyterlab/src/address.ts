import { PageConfig, URLExt } from '@jupyterlab/coreutils'

export type Theme = 'dark' | 'light'

/** A page of gpulse, or one panel of it. It is what the layout of JupyterLab stores. */
export interface Target {
  page: string
  /** Name of the panel; empty for the whole page. */
  panel: string
  /** Path of the page below gpulse's base. */
  path: string
  title: string
}

export function widgetId({ page, panel }: Target): string {
  return `gpulse:${page}:${panel}`
}

/** Accepts the arguments of a command; null if they do not name a page below gpulse's base. */
export function toTarget(args: Readonly<Record<string, unknown>>): Target | null {
  const text = (name: string): string => (typeof args[name] === 'string' ? args[name] : '')
  const target = { page: text('page'), panel: text('panel'), path: text('path'), title: text('title') }
  const isPath = /^\/(?!\/)[\w\-./]*$/.test(target.path) && !target.path.split('/').includes('..')
  return target.page !== '' && isPath ? target : null
}

export function proxyBase(baseUrl = PageConfig.getBaseUrl()): string {
  return URLExt.join(baseUrl, 'gpulse')
}

/** @param range the range of live charts, empty for the usual one; the history has ranges of its own */
export function embedAddress(target: Target, theme: Theme, language: string, range = '', baseUrl?: string): string {
  const query = new URLSearchParams({ embed: '1' })
  if (target.panel !== '') query.set('panel', target.panel)
  query.set('theme', theme)
  query.set('lang', language)
  if (range !== '' && target.page !== 'history') query.set('range', range)
  return `${proxyBase(baseUrl)}${target.path}?${query.toString()}`
}
