const GAP = 6
const EDGE = 8

interface Box {
  top: number
  bottom: number
  left: number
}

/** Below what it is about, above where there is no room for it below, and always inside the window. */
export function cardPosition(about: Box, width: number, height: number, window: { width: number; height: number }) {
  const below = about.bottom + GAP
  const above = about.top - GAP - height
  const top = below + height <= window.height - EDGE || above < EDGE ? below : above
  return {
    top: `${Math.max(EDGE, Math.min(top, window.height - EDGE - height))}px`,
    left: `${Math.max(EDGE, Math.min(about.left, window.width - EDGE - width))}px`,
  }
}

export function beside(about: HTMLElement, card: HTMLElement) {
  const { width, height } = card.getBoundingClientRect()
  return cardPosition(about.getBoundingClientRect(), width, height, { width: innerWidth, height: innerHeight })
}
