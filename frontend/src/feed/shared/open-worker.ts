import StreamWorker from './worker?sharedworker'
import type { WorkerPorts } from './worker-feed'
import type { Told } from './line'

/** Connects to the worker of that name, which the first page starts. */
export function openWorker(name: string): WorkerPorts['open'] {
  return (hear, failed) => {
    const worker = new StreamWorker({ name })
    worker.onerror = failed
    worker.port.onmessage = ({ data }: MessageEvent<Told>) => {
      hear(data)
    }
    return {
      say: (said) => {
        worker.port.postMessage(said)
      },
      close: () => {
        worker.port.close()
      },
    }
  }
}
