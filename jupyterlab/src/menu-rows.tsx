import React, { useState } from 'react'
import type { LabIcon } from '@jupyterlab/ui-components'
import { widgetId, type Target } from './address'
import type { Catalog, Page } from './contract'
import type { IGpulse } from './core'
import { pageIcon } from './icons'
import { gpuTarget, pageTarget, panelsOf, panelTarget } from './page-list'

type Open = (target: Target) => void

interface RowsProps {
  gpulse: IGpulse
  catalog: Catalog
  insights: number | null
  open: Open
}

/** The pages of gpulse, and the GPUs of the current kernel. */
export function PageRows({ gpulse, catalog, insights, open }: RowsProps): JSX.Element {
  const { texts, monitor } = gpulse
  const [overview, ...others] = catalog.pages
  const gpuIcon = pageIcon('resources', catalog.pages.find(({ name }) => name === 'resources')?.icon)
  const row = (page: Page): JSX.Element => (
    <PageRow key={page.name} gpulse={gpulse} page={page} open={open} warnings={page.name === 'insights' ? insights : null} />
  )
  const gpuRows = (monitor.currentKernel?.gpus ?? []).map(({ uuid, index }) => (
    <li key={uuid}>
      <Row icon={gpuIcon} target={gpuTarget(catalog, index, texts)} open={open} isKernel>
        <small>{texts.get('menu.thisKernel')}</small>
      </Row>
    </li>
  ))
  return (
    <ul>
      {overview && row(overview)}
      {gpuRows}
      {others.map(row)}
    </ul>
  )
}

interface PageRowProps {
  gpulse: IGpulse
  page: Page
  warnings: number | null
  open: Open
}

function PageRow({ gpulse: { texts, monitor }, page, warnings, open }: PageRowProps): JSX.Element {
  const [expanded, setExpanded] = useState(false)
  const target = pageTarget(page, texts)
  const { usage } = monitor
  const panels = panelsOf(page, usage !== null && 'gpus' in usage ? usage.gpus.length : null)
  return (
    <li>
      <Row icon={pageIcon(page.name, page.icon)} target={target} open={open}>
        {warnings !== null && warnings > 0 && (
          <strong title={texts.get('menu.warnings', { n: warnings })}>{warnings}</strong>
        )}
      </Row>
      {panels.length > 0 && (
        <button
          className="gpulse-Menu-expand"
          aria-expanded={expanded}
          aria-label={texts.get('menu.panels', { page: target.title })}
          title={texts.get('menu.panels', { page: target.title })}
          onClick={() => { setExpanded(!expanded) }}
        />
      )}
      {expanded && (
        <ul>
          {panels.map((panel) => (
            <li key={panel.name}>
              <Row target={panelTarget(page, panel, texts)} open={open} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface RowProps {
  icon?: LabIcon
  target: Target
  open: Open
  isKernel?: boolean
  children?: React.ReactNode
}

function Row({ icon, target, open, isKernel, children }: RowProps): JSX.Element {
  return (
    <button
      className={isKernel === true ? 'gpulse-Menu-row gpulse-mod-kernel' : 'gpulse-Menu-row'}
      data-id={widgetId(target)}
      onClick={() => { open(target) }}
    >
      {icon && <icon.react tag="span" width="16px" height="16px" />}
      <span title={target.title}>{target.title}</span>
      {children}
    </button>
  )
}
