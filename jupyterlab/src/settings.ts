import type { ISettingRegistry } from '@jupyterlab/settingregistry'
import { type ISignal, Signal } from '@lumino/signaling'

/** The user's settings; the defaults are those of `schema/core.json`. */
export class Settings {
  private readonly _changed = new Signal<this, void>(this)
  statusBar = true
  idleWarning = true
  idleHours = 2
  /** Idle time from which a kernel is listed. */
  idleListMinutes = 10
  /** Time between two drawings of a dashboard. */
  refreshMillis = 200
  /** Name of the range of live charts; empty for the one that was chosen in a dashboard. */
  range = ''
  /** Names of the pages in the launcher; null for the seven dashboards. */
  launcher: readonly string[] | null = null

  constructor(registry: ISettingRegistry | null, pluginId: string) {
    registry?.load(pluginId).then(
      (settings) => {
        this.read(settings)
        settings.changed.connect((changed) => {
          this.read(changed)
        })
      },
      () => {
        // The defaults apply.
      },
    )
  }

  get changed(): ISignal<this, void> {
    return this._changed
  }

  private read({ composite }: ISettingRegistry.ISettings): void {
    this.statusBar = composite['statusBar'] !== false
    this.idleWarning = composite['idleWarning'] !== false
    if (typeof composite['idleHours'] === 'number') this.idleHours = composite['idleHours']
    if (typeof composite['idleListMinutes'] === 'number') this.idleListMinutes = composite['idleListMinutes']
    if (typeof composite['refreshSeconds'] === 'number') this.refreshMillis = 1000 * composite['refreshSeconds']
    const length = composite['seriesLength']
    this.range = typeof length === 'string' && length !== 'auto' ? length : ''
    const names = composite['launcher']
    this.launcher = Array.isArray(names) ? names.map(String) : null
    this._changed.emit()
  }
}
