import { core } from './core'
import { dashboards } from './dashboards'
import { idleWarning } from './idle-warning'
import { commands, launcher } from './launcher'
import { menu } from './menu'
import { outputs } from './outputs'
import { shutdown } from './shutdown'
import { statusBar } from './status-bar'

/** Each plugin can be disabled alone; none needs a token that Notebook does not have. */
export default [core, dashboards, menu, launcher, commands, statusBar, shutdown, idleWarning, outputs]
