import type { Gpu } from '@/api/types'
import { absentQuality, isRead } from '@/api/states'
import { limitOf } from './limits'
import type { Moment } from './readings'

/** Whether any GPU has NVLink, or may have it because it is not readable yet. */
export function hasNvlink(moment: Moment): boolean {
  const readable = moment.snapshot.gpus.filter((gpu) => isRead(gpu.state))
  return readable.length === 0 || readable.some((gpu) => !lacksNvlink(moment, gpu))
}

export function lacksNvlink(moment: Moment, gpu: Gpu): boolean {
  if ((limitOf(moment, gpu, 'nvlink.links').value ?? 0) > 0) return false
  return (['nvlink.rx', 'nvlink.tx'] as const).every(
    (metric) => gpu.values[metric] === undefined && absentQuality(gpu.absent[metric]) === 'notSupported',
  )
}
