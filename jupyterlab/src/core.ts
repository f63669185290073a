import type { JupyterFrontEndPlugin } from '@jupyterlab/application'
import { IThemeManager } from '@jupyterlab/apputils'
import { INotebookTracker } from '@jupyterlab/notebook'
import { ISettingRegistry } from '@jupyterlab/settingregistry'
import { ITranslator } from '@jupyterlab/translation'
import { Token } from '@lumino/coreutils'
import { Api } from './api'
import { KernelMonitor } from './kernel-monitor'
import { PageList } from './page-list'
import { Settings } from './settings'
import { Texts } from './texts'
import { LabTheme } from './theme'

/** Parts that the plugins share. */
export interface IGpulse {
  api: Api
  texts: Texts
  theme: LabTheme
  pages: PageList
  monitor: KernelMonitor
  settings: Settings
}

export const IGpulse = new Token<IGpulse>('gpulse-jupyterlab:IGpulse', 'Pages, kernels and settings of gpulse.')

const ID = 'gpulse-jupyterlab:core'

export const core: JupyterFrontEndPlugin<IGpulse> = {
  id: ID,
  description: 'Requests pages and GPU memory of kernels from gpulse.',
  optional: [IThemeManager, INotebookTracker, ISettingRegistry, ITranslator],
  provides: IGpulse,
  activate: (
    app,
    themes: IThemeManager | null,
    notebooks: INotebookTracker | null,
    registry: ISettingRegistry | null,
    translator: ITranslator | null,
  ): IGpulse => {
    const api = new Api(app.serviceManager.serverSettings)
    return {
      api,
      texts: new Texts(translator?.languageCode),
      theme: new LabTheme(themes),
      pages: new PageList(api),
      monitor: new KernelMonitor(api, app.serviceManager, notebooks),
      settings: new Settings(registry, ID),
    }
  },
}
