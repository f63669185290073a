import React from 'react'
import type { CommandRegistry } from '@lumino/commands'
import type { Kernel } from './contract'
import type { IGpulse } from './core'
import { idleList } from './idle-text'
import { type IShutdown, nameOf, shutdownLabel } from './shutdown'

interface IdleListProps {
  gpulse: IGpulse
  /** Null where kernels cannot be shut down. */
  shutdown: IShutdown | null
  commands: Pick<CommandRegistry, 'execute' | 'hasCommand'>
}

/** The kernels of this server that hold GPU memory without work. */
export function IdleList({ gpulse, shutdown, commands }: IdleListProps): JSX.Element {
  const { monitor, settings, texts } = gpulse
  const { rows, notes } = idleList(monitor.usage, settings.idleListMinutes, texts)
  return (
    <section className="gpulse-Menu-idle" aria-label={texts.get('idle.title')}>
      <h3>{texts.get('idle.title')}</h3>
      {rows.length > 0 && <ul>
        {rows.map(({ kernel, memory, detail }) => (
          <li key={kernel.id}>
            <NotebookName gpulse={gpulse} kernel={kernel} commands={commands} />
            <span>{memory}</span>
            <small>{detail}</small>
            {shutdown && (
              <button
                className="gpulse-Menu-link"
                title={shutdownLabel(gpulse, kernel)}
                aria-label={`${texts.get('shutdown.confirm')}: ${nameOf(gpulse, kernel)}`}
                onClick={() => { shutdown.shutDown(kernel.id) }}
              >
                {texts.get('shutdown.confirm')}
              </button>
            )}
          </li>
        ))}
      </ul>}
      {notes.map((note) => <p key={note}>{note}</p>)}
    </section>
  )
}

interface NotebookNameProps extends Pick<IdleListProps, 'gpulse' | 'commands'> {
  kernel: Kernel
}

/** Opens the notebook or console of a kernel; plain text for a kernel that has neither. */
function NotebookName({ gpulse, kernel, commands }: NotebookNameProps): JSX.Element {
  const name = nameOf(gpulse, kernel)
  const session = gpulse.monitor.sessionOf(kernel.id)
  const command = session?.type === 'console' ? 'console:open' : 'docmanager:open'
  if (session === null || !commands.hasCommand(command)) return <span title={name}>{name}</span>
  return (
    <button
      className="gpulse-Menu-link"
      title={gpulse.texts.get('idle.open', { notebook: name })}
      onClick={() => void commands.execute(command, { path: session.path })}
    >
      {name}
    </button>
  )
}
