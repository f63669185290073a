import { computed, type ComputedRef } from 'vue'
import { gpuKey } from '@/api/names'
import { instancesOf, type Instance } from '@/store/instances'
import { useMoment } from '@/store/moment'
import { structuralShare } from '@/store/structural-share'
import { GIB } from '@/format/display'
import { displayProcess, rounded, type DisplayMeter } from './display-rows'

const SECOND = 1000
const MEMORY_STEP = GIB / 10

/** The instances of a GPU with the values that the table displays; unchanged ones stay the same objects. */
export function useInstances(key: () => string): ComputedRef<Instance[]> {
  const moment = useMoment()
  return computed<Instance[]>((before) => {
    const now = moment.value
    const gpu = now?.snapshot.gpus.find((each) => gpuKey(each) === key())
    return now === null || gpu === undefined ? [] : structuralShare(before, instancesOf(now, gpu).map(displayInstance))
  })
}

/** The used memory of an instance on the scale of its own size. */
export function memoryMeter({ used, total }: Instance): DisplayMeter {
  const share = used.summary === null || total.value === null ? null : (100 * used.summary.mean) / total.value
  return {
    reading: used,
    limit: total.value,
    limitMetric: total.about,
    percent: share === null ? null : Math.round(share),
  }
}

function displayInstance(instance: Instance): Instance {
  const { sm, used, idleMillis, processes } = instance
  return {
    ...instance,
    sm: rounded(sm),
    used: rounded(used, MEMORY_STEP),
    idleMillis: idleMillis === null ? null : Math.floor(idleMillis / SECOND) * SECOND,
    processes: processes.map(displayProcess),
  }
}
