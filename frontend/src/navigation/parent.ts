import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { isLanguageInAddress, speak } from '@/i18n/language'

/* Messages between a frame and the page of the same origin that embeds it: {gpulse: 'theme' | 'language' | 'visible' | 'ready'}. */

type FrameTheme = 'dark' | 'light'

const theme = shallowRef<FrameTheme | null>(null)
const visible = ref(true)

/** Theme of the embedding page; null until it sends one. */
export const parentTheme: Readonly<ShallowRef<FrameTheme | null>> = theme
/** Whether the embedding page shows this frame; true until it reports otherwise. */
export const parentVisible: Readonly<Ref<boolean>> = visible

/** Follows the messages of the embedding page; returns a function that ends this. */
export function followParent(parent: Window = window.parent): () => void {
  const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent) return
    if (typeof data !== 'object' || data === null || !('gpulse' in data)) return
    if (data.gpulse === 'theme' && 'theme' in data && isTheme(data.theme)) theme.value = data.theme
    if (data.gpulse === 'language' && 'language' in data) followLanguage(data.language)
    if (data.gpulse === 'visible' && 'visible' in data) visible.value = data.visible !== false
  }
  addEventListener('message', receive)
  return () => {
    removeEventListener('message', receive)
    theme.value = null
    visible.value = true
  }
}

/** Switches to the language of the embedding page, unless the address of the frame names one. */
function followLanguage(language: unknown): void {
  if ((language !== 'en' && language !== 'zh') || isLanguageInAddress()) return
  // If the language cannot be loaded, the page keeps its own.
  speak(language).catch(() => undefined)
}

/** Reports to the embedding page that this frame receives messages. */
export function reportReady(parent: Window = window.parent): void {
  if (isOfOwnOrigin(parent)) parent.postMessage({ gpulse: 'ready' }, location.origin)
}

/** A message to another origin would be dropped, with an error in the console. */
function isOfOwnOrigin(parent: Window): boolean {
  try {
    return parent.location.origin === location.origin
  } catch {
    return false
  }
}

function isTheme(value: unknown): value is FrameTheme {
  return value === 'dark' || value === 'light'
}
