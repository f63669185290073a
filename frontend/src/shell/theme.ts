import { useMediaQuery, usePreferredDark, useStorage } from '@vueuse/core'
import { computed, watch, type WritableComputedRef } from 'vue'
import { refreshPalette } from '@/charts/palette'
import { parentTheme } from '@/navigation/parent'

export const THEMES = ['auto', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** The same key is read before the first paint by public/start.js. */
const STORED_AS = 'gpulse.theme'

/** The theme that the user chose. */
export function chosenTheme(): Theme {
  try {
    return THEMES.find((each) => each === localStorage.getItem(STORED_AS)) ?? 'auto'
  } catch {
    // Storage is refused in some frames.
    return 'auto'
  }
}

export function useTheme(): { theme: WritableComputedRef<Theme>; cycle: () => void } {
  const stored = useStorage<string>(STORED_AS, 'auto', undefined, { writeDefaults: false })
  const systemDark = usePreferredDark()
  /** Prints are always light. */
  const printing = useMediaQuery('print')
  const requested = new URLSearchParams(location.search).get('theme')
  let imposed: Theme | null = requested === 'dark' || requested === 'light' ? requested : null
  const theme = computed<Theme>({
    get: () => THEMES.find((each) => each === stored.value) ?? 'auto',
    set: (chosen) => {
      stored.value = chosen
    },
  })

  function apply(): void {
    const system = systemDark.value ? 'dark' : 'light'
    const wanted = imposed ?? (theme.value === 'auto' ? system : theme.value)
    document.documentElement.dataset.theme = printing.value ? 'light' : wanted
    refreshPalette()
  }
  watch(printing, apply, { immediate: true, flush: 'sync' })
  watch(
    parentTheme,
    (sent) => {
      if (sent === null) return
      imposed = sent
      apply()
    },
    { immediate: true },
  )
  // A theme in the address (of an embedding page) applies until the user chooses another.
  watch(theme, () => {
    imposed = null
    apply()
  })
  watch(systemDark, apply)

  return {
    theme,
    cycle: () => {
      theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto'
    },
  }
}
