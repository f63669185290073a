import type { components } from './schema'

/*
 * Events and insights of the contract, as the parsers return them: a newer server may send other words, and a GPU without
 * a UUID is left out.
 */
type Schemas = components['schemas']
/** `Of`, with other types for some of its properties. */
type With<Of, Others> = Omit<Of, keyof Others> & Others

export type Severity = Schemas['Insight']['severity']
export type Outcome = Schemas['InsightCheck']['outcome']
export type NamedGpu = Schemas['EventGpu']
export type EvidenceSeries = Schemas['InsightChart']
export type BlamedProcess = Schemas['InsightProcess']
export type Silence = Schemas['InsightSilence']
/** The words of each language but English. */
export type Translations<Key extends string> = Partial<Record<string, Partial<Record<Key, string | null>>>>

export type Evidence = With<Schemas['InsightEvidence'], { translations: Translations<'name'> }>

export type Insight = With<
  Schemas['Insight'],
  {
    cause: string | null
    advice: string | null
    gpus: NamedGpu[]
    evidence: Evidence[]
    translations: Translations<'sentence' | 'cause' | 'advice'>
  }
>

export type InsightCheck = With<
  Schemas['InsightCheck'],
  { gpus: NamedGpu[]; translations: Translations<'sentence' | 'detail'> }
>

export interface InsightBoard {
  insights: Insight[]
  checks: InsightCheck[]
}

export type GpuEvent = With<
  Schemas['Event'],
  {
    kind: string
    blame: string[]
    facts: Record<string, string>
    translations: Translations<'title' | 'detail' | 'action'>
  }
>

export type EventPage = With<Schemas['Events'], { events: GpuEvent[] }>
