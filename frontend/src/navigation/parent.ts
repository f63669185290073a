import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { isLanguageInAddress, speak } from '@/i18n/language'

/* Messages between a frame and the page of the same origin that embeds it: {gpulse: 'theme' | 'language' | 'visible' | 'refresh' |
   'range' | 'ready'}. */

type FrameTheme = 'dark' | 'light'

const theme = shallowRef<FrameTheme | null>(null)
const visible = ref(true)
const refreshMillis = ref<number | null>(null)
const range = ref<string | null>(null)

/** Bounds of the time between two drawings that the embedding page may choose. */
const LEAST_REFRESH_MILLIS = 100
const MOST_REFRESH_MILLIS = 10_000

/** Theme of the embedding page; null until it sends one. */
export const parentTheme: Readonly<ShallowRef<FrameTheme | null>> = theme
/** Whether the embedding page shows this frame; true until it reports otherwise. */
export const parentVisible: Readonly<Ref<boolean>> = visible
/** Least time between two drawings that the embedding page wants; null until it sends one. */
export const parentRefreshMillis: Readonly<Ref<number | null>> = refreshMillis
/** Name of the range that the embedding page has chosen last, empty for that of the browser; null until it sends one. */
export const parentRange: Readonly<Ref<string | null>> = range

/** Follows the messages of the embedding page; returns a function that ends this. */
export function followParent(parent: Window = window.parent): () => void {
  const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent) return
    if (typeof data !== 'object' || data === null || !('gpulse' in data)) return
    if (data.gpulse === 'theme' && 'theme' in data && isTheme(data.theme)) theme.value = data.theme
    if (data.gpulse === 'language' && 'language' in data) followLanguage(data.language)
    if (data.gpulse === 'visible' && 'visible' in data) visible.value = data.visible !== false
    if (data.gpulse === 'refresh' && 'millis' in data && isRefresh(data.millis)) refreshMillis.value = data.millis
    if (data.gpulse === 'range' && 'range' in data && typeof data.range === 'string') range.value = data.range
  }
  addEventListener('message', receive)
  return () => {
    removeEventListener('message', receive)
    theme.value = null
    visible.value = true
    refreshMillis.value = null
    range.value = null
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

function isRefresh(value: unknown): value is number {
  return typeof value === 'number' && value >= LEAST_REFRESH_MILLIS && value <= MOST_REFRESH_MILLIS
}

function isTheme(value: unknown): value is FrameTheme {
  return value === 'dark' || value === 'light'
}
