import StreamWorker from './worker?sharedworker'
import type { WorkerPorts } from './worker-feed'
import type { HubMessage } from './messages'

/** Connects to the worker of that name, which the first page starts. */
export function openWorker(name: string): WorkerPorts['open'] {
  return (onMessage, failed) => {
    const worker = new StreamWorker({ name })
    worker.onerror = failed
    worker.port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
      onMessage(data)
    }
    return {
      send: (message) => {
        worker.port.postMessage(message)
      },
      close: () => {
        worker.port.close()
      },
    }
  }
}
