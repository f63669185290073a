const GAP = 6
const EDGE = 8

interface Box {
  top: number
  bottom: number
  left: number
}

/** Below the number, or above it without room below; always inside the window. */
export function cardPosition(anchor: Box, width: number, height: number, window: { width: number; height: number }) {
  const below = anchor.bottom + GAP
  const above = anchor.top - GAP - height
  const top = below + height <= window.height - EDGE || above < EDGE ? below : above
  return {
    top: `${Math.max(EDGE, Math.min(top, window.height - EDGE - height))}px`,
    left: `${Math.max(EDGE, Math.min(anchor.left, window.width - EDGE - width))}px`,
  }
}

export function positionNextTo(anchor: HTMLElement, card: HTMLElement) {
  const { width, height } = card.getBoundingClientRect()
  return cardPosition(anchor.getBoundingClientRect(), width, height, { width: innerWidth, height: innerHeight })
}
