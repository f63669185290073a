import type { Insight, Silence } from './incident-types'
import { text } from './lenient'
import { parsedBy, send } from './request'
import type { components } from './schema'
import { neededText, orEmpty, shaped } from './shape'

type NewSilence = components['schemas']['NewSilence']

/** Durations from now, as the server reads them. */
export const DURATIONS = ['1h', '8h', '24h', '7d'] as const
export type Duration = (typeof DURATIONS)[number]

/** Silences the rule of an insight for everybody: on its GPU, or on all GPUs where it is about several or none. */
export async function addSilence({ rule, gpus }: Insight, until: Duration, reason: string): Promise<Silence> {
  const [gpu] = gpus
  const on = gpus.length === 1 && gpu !== undefined ? { gpu: gpu.uuid } : {}
  const silence: NewSilence = { rule: rule as NewSilence['rule'], ...on, until, reason }
  const headers = { 'Content-Type': 'application/json' }
  const response = await send('silences', { method: 'POST', headers, body: JSON.stringify(silence) })
  return parsedBy(parseSilence)(await response.json())
}

export async function endSilence(id: string): Promise<void> {
  await send(`silences/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

export const parseSilence = shaped<Silence>({
  id: (json) => (typeof json === 'number' ? String(json) : neededText(json)),
  until: text,
  reason: orEmpty,
})
