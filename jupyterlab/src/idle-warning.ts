import type { JupyterFrontEndPlugin } from '@jupyterlab/application'
import { Notification } from '@jupyterlab/apputils'
import { Problem } from './contract'
import { IGpulse } from './core'
import { idleKernels, type IdleKernel } from './idle-kernels'
import { joinIndexes, roundMemory } from './memory'
import { IShutdown, shutdownLabel } from './shutdown'

export const idleWarning: JupyterFrontEndPlugin<void> = {
  id: 'gpulse-jupyterlab:idle-warning',
  description: 'Warns of an idle kernel that has held GPU memory for hours.',
  autoStart: true,
  optional: [IGpulse, IShutdown],
  activate: (_, gpulse: IGpulse | null, shutdown: IShutdown | null) => {
    if (gpulse === null) return
    const { settings, monitor } = gpulse
    let release: (() => void) | null = null
    const follow = (): void => {
      if (settings.idleWarning) {
        release ??= monitor.acquire()
      } else {
        release?.()
        release = null
      }
    }
    settings.changed.connect(follow)
    monitor.changed.connect(() => {
      if (settings.idleWarning) warn(gpulse, shutdown)
    })
    follow()
  },
}

function warn(gpulse: IGpulse, shutdown: IShutdown | null): void {
  const { usage } = gpulse.monitor
  if (usage === null || usage instanceof Problem) return
  for (const idle of idleKernels(usage, gpulse.settings.idleHours, new Date())) {
    const notebook = gpulse.monitor.notebookOf(idle.kernel.id)
    if (notebook === null || !isNew(idle.span)) continue
    Notification.warning(message(gpulse, idle, notebook), {
      autoClose: false,
      actions: shutdown === null ? [] : [shutdownAction(gpulse, idle, shutdown)],
    })
  }
}

function shutdownAction(gpulse: IGpulse, { kernel }: IdleKernel, { shutDown }: IShutdown): Notification.IAction {
  return {
    label: shutdownLabel(gpulse, kernel),
    displayType: 'warn',
    callback: () => {
      shutDown(kernel.id)
    },
  }
}

function message({ texts }: IGpulse, idle: IdleKernel, notebook: string): string {
  return texts.get('idle.message', {
    notebook,
    memory: roundMemory(idle.bytes),
    indexes: joinIndexes(idle.gpus),
    since: texts.moment(idle.since, new Date()),
    hours: Math.floor(idle.hours * 10) / 10,
  })
}

/** Remembers the span in this browser tab, also after a reload. */
function isNew(span: string): boolean {
  const key = `gpulse:idle:${span}`
  if (sessionStorage.getItem(key) !== null) return false
  sessionStorage.setItem(key, '')
  return true
}
