import type { IThemeManager } from '@jupyterlab/apputils'
import { type ISignal, Signal } from '@lumino/signaling'
import type { Theme } from './address'

/** The theme of JupyterLab as gpulse knows themes: dark or light. */
export class LabTheme {
  private readonly _changed = new Signal<this, Theme>(this)

  constructor(private readonly manager: IThemeManager | null) {
    manager?.themeChanged.connect(() => {
      this._changed.emit(this.current)
    })
  }

  get changed(): ISignal<this, Theme> {
    return this._changed
  }

  get current(): Theme {
    const name = this.manager?.theme
    const light = name ? this.manager?.isLight(name) : document.body.dataset['jpThemeLight'] !== 'false'
    return light === false ? 'dark' : 'light'
  }
}
