import { nextTick } from 'vue'
import { followParent } from '@/navigation/parent'

/** The page of the same origin that embeds the one under test. */
export class EmbeddingPage {
  private readonly window = { location } as unknown as Window
  readonly leave = followParent(this.window)

  async send(
    data:
      | { gpulse: 'theme'; theme: 'dark' | 'light' }
      | { gpulse: 'visible'; visible: boolean }
      | { gpulse: 'refresh'; millis: number }
      | { gpulse: 'range'; range: string },
  ): Promise<void> {
    dispatchEvent(Object.assign(new Event('message'), { data, origin: location.origin, source: this.window }))
    await nextTick()
  }
}
