import { isJsonObject, isNumber, number, objects, text, time, type JsonObject } from './lenient'
import type { EventPage, GpuEvent } from './incident-types'
import { parseNamedGpu, parseNamedGpus, parseSeverity, parseTranslations } from './insights'
import { getJson, parsedBy } from './request'

export type EventQuestion = Record<string, string>

export function fetchEvents(question: EventQuestion, signal?: AbortSignal): Promise<EventPage> {
  return getJson('events', question, signal).then(parsedBy(parseEvents))
}

export function parseEvents(json: unknown): EventPage | null {
  if (!isJsonObject(json) || !Array.isArray(json['events'])) return null
  const events = objects(json['events']).flatMap((each) => parseGpuEvent(each) ?? [])
  const highest = events.reduce((most, { sequence }) => Math.max(most, sequence), 0)
  return {
    events,
    next: isNumber(json['next']) ? json['next'] : null,
    sequence: Math.max(highest, number(json['sequence'], 0)),
  }
}

export function parseGpuEvent(json: unknown): GpuEvent | null {
  if (!isJsonObject(json) || !isNumber(json['id'])) return null
  const [at, title] = [time(json['at']), text(json['title'])]
  if (at === null || title === null) return null
  return {
    id: json['id'],
    sequence: number(json['sequence'], 0),
    at,
    until: time(json['until']),
    kind: text(json['kind']) ?? '',
    severity: parseSeverity(json['severity']),
    gpu: parseNamedGpu(json['gpu']),
    gpus: parseNamedGpus(json['gpus']),
    xid: isNumber(json['xid']) ? json['xid'] : null,
    count: Math.max(1, number(json['count'], 1)),
    title,
    detail: text(json['detail']),
    action: text(json['action']),
    blame: Array.isArray(json['blame']) ? json['blame'].flatMap((each: unknown) => text(each) ?? []) : [],
    facts: factsOf(json),
    translations: parseTranslations(json['translations']),
  }
}

function factsOf(json: JsonObject): Record<string, string> {
  const facts = isJsonObject(json['facts']) ? Object.entries(json['facts']) : []
  return Object.fromEntries(facts.flatMap(([key, fact]) => (typeof fact === 'string' ? [[key, text(fact) ?? '']] : [])))
}
