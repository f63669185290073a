/** A named channel between the tabs of an origin; who speaks does not hear itself. */
export interface Channel {
  post: (message: unknown) => void
  close: () => void
}

export type OpenChannel = (name: string, hear: (message: unknown) => void) => Channel

export const openBroadcast: OpenChannel = (name, hear) => {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    hear(data)
  }
  return {
    post: (message) => {
      channel.postMessage(message)
    },
    close: () => {
      channel.close()
    },
  }
}
