import { LIVE_PAGES, PAGES, type Page, type PageName } from './pages.ts'
import { PANELS, type Panel } from './panels.ts'

/** By language. */
export interface Title {
  en: string
  zh: string
}

interface ListedPanel {
  name: string
  title: Title
  /** Only on a machine with a single GPU. */
  solo?: true
}

/** Pages and panels that other programs, such as the JupyterLab extension, can show in frames: `embed.json` in the bundle. */
export interface EmbedList {
  version: 1
  /** In the order of the navigation. */
  pages: {
    name: PageName
    path: string
    title: Title
    /** Path of an icon in a view box of 16 by 16. */
    icon: string
    /** One of the seven dashboards of all GPUs and the machine. */
    dashboard: boolean
    needsGpu: boolean
    panels: ListedPanel[]
  }[]
  /** The page of one GPU, with `:index` in place of its index. */
  gpuPage: { path: string; panels: ListedPanel[] }
}

/** Titles by message key or metric. */
export type TitleOf = (title: Panel['title']) => Title

export function embedList(titleOf: TitleOf): EmbedList {
  const panelsOf = (page: PageName): ListedPanel[] =>
    PANELS[page].map(({ name, title, solo }) => ({ name, title: titleOf(title), ...(solo === true ? { solo } : {}) }))
  const listed = Object.entries(PAGES) as [PageName, Page][]
  return {
    version: 1,
    pages: listed.flatMap(([name, page]) => {
      const { path, title, icon, needsNoGpu = false } = page
      return icon === undefined
        ? []
        : {
            name,
            path,
            title: titleOf({ key: title }),
            icon,
            dashboard: LIVE_PAGES.includes(page),
            needsGpu: !needsNoGpu,
            panels: panelsOf(name),
          }
    }),
    gpuPage: { path: PAGES.gpu.path, panels: panelsOf('gpu') },
  }
}
