import { computed, type ComputedRef } from 'vue'
import type { Gpu } from '@/api/types'
import { useWords } from '@/i18n/words'
import { sharedLink } from '@/pages/insights/insight-links'
import { gpuPath } from '@/navigation/pages'
import { useEvents } from '@/store/events'
import { embedded } from '@/navigation/embed'
import { isQuiet, type Fault } from '@/store/faults'
import { useInsights } from '@/store/insights'
import type { Moment } from '@/store/readings'
import { useFault } from '@/store/useFault'
import type { GpuData } from './gpu-data'
import type { Story } from './scene'
import { storyOf } from './story'
import { ticketOf, xidsOf } from './ticket'

interface UsedStory {
  story: ComputedRef<Story>
  fault: ComputedRef<Fault | null>
  /** Its facts as a text to copy; null without a fault. */
  ticket: ComputedRef<string | null>
  /** Number of other insights about the GPU. */
  others: ComputedRef<number>
}

/** The story of the GPU, with the insights of the server about it. */
export function useStory(moment: () => Moment, gpu: () => Gpu, data: () => GpuData): UsedStory {
  const { t, locale } = useWords()
  const { active, board } = embedded ? { active: null, board: null } : useInsights()
  const { fault } = useFault(gpu)
  /** Without rules on the server the state of the GPU is unknown, not healthy. */
  const insights = computed(() => {
    if (board?.value?.checks.length === 0) return null
    return active?.value?.filter(({ gpus }) => gpus.some(({ uuid }) => uuid === gpu().uuid)) ?? null
  })
  const story = computed(() =>
    storyOf({
      ...{ moment: moment(), gpu: data().gpu, state: gpu().state, fault: fault.value },
      ...{ insights: insights.value, t, locale: locale.value },
    }),
  )
  const others = computed(() => insights.value?.filter((each) => each !== story.value.insight).length ?? 0)
  const { day, older } = embedded ? { day: null, older: null } : useEvents()
  const ticket = computed(() => {
    if (embedded || fault.value === null || isQuiet(gpu())) return null
    const xids = xidsOf({
      ...{ uuid: gpu().uuid, events: day?.value ?? null, isPart: older?.value !== null },
      check: board?.value?.checks.find(({ rule }) => rule === 'xid'),
    })
    return ticketOf(data(), fault.value, { xids, link: sharedLink(document.baseURI, gpuPath(gpu().index)) })
  })
  return { story, fault, ticket, others }
}
