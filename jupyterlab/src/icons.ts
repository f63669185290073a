import { LabIcon } from '@jupyterlab/ui-components'

const BARS =
  '<path d="M1 9h3v4H1zM5.25 6h3v10h-3zM13.75 7h3v8h-3zM18 9.5h3v3h-3z" fill="#616161" class="jp-icon3"/>' +
  '<path d="M9.5 1.5h3v19h-3z" fill="#3cc4b1"/>'

export const gpulseIcon = new LabIcon({
  name: 'gpulse:gpulse',
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22">${BARS}</svg>`,
})

const icons = new Map<string, LabIcon>()

/** Returns the icon of a page; `path` is an SVG path on a ground of 16 by 16. */
export function pageIcon(name: string, path: string | undefined): LabIcon {
  // The path becomes markup.
  if (path === undefined || !/^[\w\s.,-]+$/.test(path)) return gpulseIcon
  const known = icons.get(name)
  if (known) return known
  const stroke = 'stroke="#616161" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"'
  const svgstr =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none">' +
    `<path class="jp-icon3" d="${path}" ${stroke}/></svg>`
  const icon = new LabIcon({ name: `gpulse:${name}`, svgstr })
  icons.set(name, icon)
  return icon
}
