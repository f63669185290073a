import type { Insight, NewSilence, Silence } from './types'
import { parsed, send } from './request'
import { neededText, orEmpty, shaped, text } from './shape'

/** Durations from now, as the server reads them. */
export const DURATIONS = ['1h', '8h', '24h', '7d'] as const
export type Duration = (typeof DURATIONS)[number]

/** Silences the rule of an insight for all users: on its GPU, or on all GPUs if it concerns several or none. */
export async function addSilence({ rule, gpus }: Insight, until: Duration, reason: string): Promise<Silence> {
  const [gpu] = gpus
  const on = gpus.length === 1 && gpu !== undefined ? { gpu: gpu.uuid } : {}
  const silence: NewSilence = { rule: rule as NewSilence['rule'], ...on, until, reason }
  const headers = { 'Content-Type': 'application/json' }
  const response = await send('silences', { method: 'POST', headers, body: JSON.stringify(silence) })
  return parsed(await response.json(), parseSilence)
}

export async function endSilence(id: string): Promise<void> {
  await send(`silences/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

export const parseSilence = shaped<Silence>({
  id: (json) => (typeof json === 'number' ? String(json) : neededText(json)),
  until: text,
  reason: orEmpty,
})
