/*
 * What happened, and what rules say of the numbers. Written by hand, as the server's contract has it; can be made of the
 * generated schema once that has it too.
 */

export type Severity = 'info' | 'warning' | 'critical'
export type Outcome = 'passed' | 'active' | 'not-checked'
/** A GPU as something is told of it; its UUID stays, its index may change. */
export interface NamedGpu {
  index: number
  uuid: string
}
/** The words of each language but English. */
export type Translations<Key extends string> = Partial<Record<string, Partial<Record<Key, string | null>>>>

/** A number that a rule has looked at. */
export interface Evidence {
  /** Key of the catalogue; null where the number is no row of it. */
  metric: string | null
  name: string
  value: number
  unit: string
  threshold: number | null
  windowSeconds: number | null
  gpu: string | null
  translations: Translations<'name'>
}

/** What the numbers were, at even distances. */
export interface EvidenceSeries {
  metric: string
  gpu: string | null
  unit: string
  stepMillis: number
  from: string
  values: (number | null)[]
  /** Where what the rule says was true. */
  shaded: boolean[]
}

export interface BlamedProcess {
  pid: number
  name: string | null
  user: string | null
  startedAt: string | null
}

/** What hides an insight from everybody for a while. */
export interface Silence {
  id: string
  /** Null for one of the server's configuration. */
  until: string | null
  reason: string
}

export interface Insight {
  id: string
  rule: string
  severity: Severity
  state: 'active' | 'silenced' | 'resolved'
  silence: Silence | null
  since: string
  until: string | null
  gpus: NamedGpu[]
  sentence: string
  cause: string | null
  advice: string | null
  evidence: Evidence[]
  chart: EvidenceSeries | null
  process: BlamedProcess | null
  translations: Translations<'sentence' | 'cause' | 'advice'>
}

/** What came of a rule, whether it has something to say or not. */
export interface InsightCheck {
  rule: string
  outcome: Outcome
  sentence: string
  detail: string | null
  gpus: NamedGpu[]
  translations: Translations<'sentence' | 'detail'>
}

export interface InsightBoard {
  insights: Insight[]
  checks: InsightCheck[]
}

export interface GpuEvent {
  /** Never given again; what is learned later changes the event of that id. */
  id: number
  /** Grows with each event and each change of one. */
  sequence: number
  at: string
  /** When something that lasts was over; null while it lasts, and for what does not last. */
  until: string | null
  /** As the server names it; a newer one may know more kinds. */
  kind: string
  severity: Severity
  /** Null where it is about the machine or gpulse. */
  gpu: NamedGpu | null
  xid: number | null
  /** How often it was told. */
  count: number
  title: string
  detail: string | null
  action: string | null
  /** Words for who or what may be to blame. */
  blame: string[]
  facts: Record<string, string>
  translations: Translations<'title' | 'detail' | 'action'>
}

export interface EventPage {
  events: GpuEvent[]
  /** What asks for the next page; null where there is none. */
  next: number | null
  /** The highest that is known. */
  sequence: number
}
