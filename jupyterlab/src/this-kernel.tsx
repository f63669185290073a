import React from 'react'
import type { KernelGpu } from './contract'
import type { IGpulse } from './core'
import { formatGib } from './memory'
import { type IShutdown, shutdownLabel } from './shutdown'
import { kernelText, problemOf } from './status-text'
import type { Texts } from './texts'

interface ThisKernelProps {
  gpulse: IGpulse
  /** Null where kernels cannot be shut down. */
  shutdown: IShutdown | null
}

/** GPUs, memory and process of the kernel of the current notebook. */
export function ThisKernel({ gpulse, shutdown }: ThisKernelProps): JSX.Element | null {
  const { monitor, texts } = gpulse
  const { current, currentKernel: kernel } = monitor
  if (current === null || monitor.usage === null || problemOf(monitor.usage) !== null) return null
  const hasMemory = kernel?.state === 'OK' && kernel.gpus.length > 0
  return (
    <section aria-label={texts.get('kernel.title')}>
      <h3>{texts.get('kernel.title')}</h3>
      {hasMemory ? (
        kernel.gpus.map((gpu) => <Memory key={gpu.uuid} gpu={gpu} texts={texts} />)
      ) : (
        <p>{kernel?.detail ?? kernelText(kernel, texts)}</p>
      )}
      <p>{kernel?.pid == null ? current.notebook : texts.get('kernel.notebook', { name: current.notebook, pid: kernel.pid })}</p>
      {hasMemory && shutdown && (
        <button className="gpulse-Menu-link" onClick={() => { shutdown.shutDown() }}>
          {shutdownLabel(gpulse, kernel)}
        </button>
      )}
    </section>
  )
}

function Memory({ gpu, texts }: { gpu: KernelGpu; texts: Texts }): JSX.Element {
  const { memoryUsed: used, memoryTotal: total } = gpu
  const text = (bytes: number | null): string => (bytes === null ? texts.get('kernel.unknown') : formatGib(bytes))
  return (
    <div className="gpulse-Menu-memory">
      <span>{texts.get('gpu.one', { index: gpu.index })}</span>
      <span>{texts.get('kernel.memory', { used: text(used), total: text(total) })}</span>
      {used !== null && total !== null && <progress value={used} max={total} />}
    </div>
  )
}
