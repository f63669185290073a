/** A named channel between the tabs of an origin; a sender does not receive its own messages. */
export interface Channel {
  post: (message: unknown) => void
  close: () => void
}

export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => Channel

export const openBroadcast: OpenChannel = (name, onMessage) => {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    onMessage(data)
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
