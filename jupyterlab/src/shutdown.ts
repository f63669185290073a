import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application'
import { Dialog, ICommandPalette, Notification, showDialog } from '@jupyterlab/apputils'
import { IMainMenu } from '@jupyterlab/mainmenu'
import { Token } from '@lumino/coreutils'
import type { Kernel } from './contract'
import { IGpulse } from './core'
import { joinIndexes, roundMemory, totalMemory } from './memory'
import { problemOf } from './status-text'

const SHUT_DOWN = 'gpulse:shutdown-kernel'

/** Shuts down kernels. */
export interface IShutdown {
  /** Shuts down a kernel by its id, or the current one, after a confirmation. */
  shutDown: (kernel?: string) => void
}

export const IShutdown = new Token<IShutdown>('gpulse-jupyterlab:IShutdown', 'Shuts down kernels after a confirmation.')

export const shutdown: JupyterFrontEndPlugin<IShutdown | null> = {
  id: 'gpulse-jupyterlab:shutdown',
  description: 'Shuts down a kernel of this server that holds GPU memory, after a confirmation.',
  autoStart: true,
  optional: [IGpulse, ICommandPalette, IMainMenu],
  provides: IShutdown,
  activate: (app, gpulse: IGpulse | null, palette: ICommandPalette | null, mainMenu: IMainMenu | null) => {
    if (gpulse === null) return null
    const { texts, monitor } = gpulse
    const kernelOf = ({ kernel }: { kernel?: unknown }): Kernel | null =>
      typeof kernel === 'string' ? kernelById(gpulse, kernel) : monitor.currentKernel
    app.commands.addCommand(SHUT_DOWN, {
      label: (args) => shutdownLabel(gpulse, kernelOf(args)),
      isEnabled: (args) => (kernelOf(args)?.gpus.length ?? 0) > 0,
      execute: async (args) => {
        const kernel = kernelOf(args)
        if (kernel !== null && (await confirm(gpulse, kernel))) await end(app, gpulse, kernel)
      },
    })
    monitor.changed.connect(() => {
      app.commands.notifyCommandChanged(SHUT_DOWN)
    })
    palette?.addItem({ command: SHUT_DOWN, category: texts.get('title') })
    mainMenu?.kernelMenu.addGroup([{ command: SHUT_DOWN }], 900)
    return {
      shutDown: (kernel) => void app.commands.execute(SHUT_DOWN, kernel === undefined ? {} : { kernel }),
    }
  },
}

export function shutdownLabel({ texts }: IGpulse, kernel: Kernel | null): string {
  const total = totalMemory(kernel?.gpus ?? [])
  if (total === null) return texts.get('shutdown.label')
  return texts.get('shutdown.frees', { memory: roundMemory(total.bytes) })
}

function kernelById({ monitor }: IGpulse, id: string): Kernel | null {
  const { usage } = monitor
  if (usage === null || problemOf(usage) !== null || !('kernels' in usage)) return null
  return usage.kernels.find((kernel) => kernel.id === id) ?? null
}

/** Returns the name of the kernel's notebook or console, or its id. */
export function nameOf({ monitor }: IGpulse, kernel: Kernel): string {
  return monitor.notebookOf(kernel.id) ?? kernel.id
}

async function confirm(gpulse: IGpulse, kernel: Kernel): Promise<boolean> {
  const { texts } = gpulse
  const total = totalMemory(kernel.gpus)
  const result = await showDialog({
    title: texts.get('shutdown.title', { notebook: nameOf(gpulse, kernel) }),
    body: texts.get('shutdown.body', {
      pid: kernel.pid ?? texts.get('shutdown.unknownPid'),
      memory: total === null ? texts.get('status.memoryUnknown') : roundMemory(total.bytes),
      indexes: joinIndexes(kernel.gpus),
    }),
    buttons: [
      Dialog.cancelButton({ label: texts.get('shutdown.cancel') }),
      Dialog.warnButton({ label: texts.get('shutdown.confirm') }),
    ],
  })
  return result.button.accept
}

/** Ends the kernel by the kernel service of Jupyter, which knows only kernels of this server. */
async function end(app: JupyterFrontEnd, gpulse: IGpulse, kernel: Kernel): Promise<void> {
  const { sessions, kernels } = app.serviceManager
  const notebook = nameOf(gpulse, kernel)
  try {
    const session = gpulse.monitor.sessionOf(kernel.id)
    await (session ? sessions.shutdown(session.id) : kernels.shutdown(kernel.id))
  } catch (reason) {
    Notification.error(gpulse.texts.get('shutdown.failed', { notebook, reason: String(reason) }))
  }
  gpulse.monitor.refresh()
}
