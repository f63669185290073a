import { programName } from '@/api/names'
import type { Job } from '@/api/types'
import type { Glyph } from '@/api/states'
import type { Translate } from '@/i18n/words'
import { GLYPH } from '@/store/active-insights'

/** Its program, else the name of its workload. */
export function jobName(job: Job, t: Translate): string {
  return job.program === null ? (workloadName(job, t) ?? t('jobs.noName')) : programName(job.program)
}

/** As "slurm job 280678"; null for a group of processes. */
export function workloadName({ workload }: Pick<Job, 'workload'>, t: Translate): string | null {
  if (workload === null) return null
  const kind = workload.kind.toLowerCase() as Lowercase<typeof workload.kind>
  return [workload.system, t(`workload.${kind}`), workload.id].filter(Boolean).join(' ')
}

/** The advice of a job whose GPUs are used well. */
const PRAISE = 'used-well'

export interface Note {
  text: string
  glyph: Glyph
}

const SEVERITIES = ['critical', 'warning'] as const

/** The worst about a job: a critical event, else advice, else a warning, else its praise; null for none. */
export function noteOf({ advice, events }: Job): Note | null {
  const ofEvents = SEVERITIES.map((severity) => {
    const event = events.findLast((each) => each.severity === severity)
    return event === undefined ? null : { text: event.title, glyph: GLYPH[severity] }
  })
  const [first] = advice
  const good = first?.rule === PRAISE
  const advised: Note | null = first === undefined ? null : { text: first.sentence, glyph: good ? 'ok' : 'warn' }
  const [critical, warning] = ofEvents
  return critical ?? (good ? null : advised) ?? warning ?? advised
}

/** Whether something is wrong with it, as its glyph: what is known of an ended job without a fault is that it passed. */
export function healthOf(job: Job): Glyph {
  const glyph = noteOf(job)?.glyph ?? 'ok'
  if (glyph !== 'ok') return glyph
  return ({ RUNNING: 'ok', ENDED: 'passed', UNKNOWN: 'unknown' } as const)[job.state]
}
