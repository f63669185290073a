import { shallowRef, type ShallowRef } from 'vue'
import { fetchStatus } from '@/api/status'

const known = shallowRef<number | null>(null)
let asking: Promise<void> | null = null

/** When the server started, in its own time; null while that is not known. */
export const serverStart: Readonly<ShallowRef<number | null>> = known

/** Asks for it, once a page. */
export function wantServerStart(): void {
  asking ??= fetchStatus().then(
    (status) => {
      const startedAt = Date.parse(status.startedAt)
      known.value = Number.isNaN(startedAt) ? null : startedAt
    },
    // It remains unknown: what is said without it is true as well.
    () => undefined,
  )
}
