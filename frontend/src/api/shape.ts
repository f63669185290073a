import { isJsonObject, isNumber, parseLenient, number, objects, text, time, type JsonObject } from './lenient'
import type { CatalogueEntry, Check, Gpu, GpuProcess, Host, Snapshot, Source, Status } from './types'
import { gpuKey, isState } from './words'

/*
 * What a server says is believed only as far as it has the form it should have: a page must survive a proxy that
 * answers for gpulse, and another version of it.
 */

const USUAL_MILLIS = 1000

export function snapshotOf(told: unknown): Snapshot | null {
  if (!isJsonObject(told) || !isJsonObject(told['source']) || !Array.isArray(told['gpus'])) return null
  const takenAt = time(told['takenAt'])
  if (takenAt === null || !isNumber(told['sequence'])) return null
  return {
    sequence: told['sequence'],
    takenAt,
    tookMillis: number(told['tookMillis'], 0),
    everyMillis: Math.max(0, number(told['everyMillis'], USUAL_MILLIS)),
    view: told['view'] === 'full' ? 'full' : 'core',
    source: sourceOf(told['source']),
    gpus: distinct(objects(told['gpus']).flatMap((each) => gpuOf(each, takenAt) ?? [])),
    host: hostOf(told['host']),
  }
}

/** A GPU without an index has no place; whatever else is missing is known to be missing. */
export function gpuOf(told: unknown, now?: string): Gpu | null {
  if (!isJsonObject(told) || !isNumber(told['index'])) return null
  return {
    ...parseLenient(told),
    index: told['index'],
    uuid: text(told['uuid']),
    name: text(told['name']),
    pciBusId: text(told['pciBusId']),
    state: isState(told['state']) ? told['state'] : 'ERROR',
    stateSince: time(told['stateSince']) ?? now ?? new Date(0).toISOString(),
    stateDetail: text(told['stateDetail']),
    sampledAt: time(told['sampledAt']),
    slowSampledAt: time(told['slowSampledAt']),
    idleSince: time(told['idleSince']),
    busySince: time(told['busySince']),
    links: objects(told['links']).flatMap((link) => placed(link, 'link')),
    processes: objects(told['processes']).flatMap((process) => processOf(process)),
    processesOmitted: number(told['processesOmitted'], 0),
  }
}

export function hostOf(told: unknown): Host | null {
  if (!isJsonObject(told)) return null
  return {
    ...parseLenient(told),
    hostname: text(told['hostname']) ?? '',
    cores: objects(told['cores']).flatMap((core) => placed(core, 'core')),
    disks: objects(told['disks']).flatMap((disk) => named(disk, 'disk')),
    networks: objects(told['networks']).flatMap((network) => named(network, 'network')),
    processesSampledAt: time(told['processesSampledAt']),
    processes: objects(told['processes']).flatMap((process) =>
      isNumber(process['pid']) ? { ...parseLenient(process), pid: process['pid'], name: text(process['name']) ?? '' } : [],
    ),
  }
}

export function statusOf(told: unknown): Status | null {
  if (!isJsonObject(told) || !Array.isArray(told['checks'])) return null
  const source = { ...(told as unknown as Status).source, ...sourceOf(isJsonObject(told['source']) ? told['source'] : {}) }
  const checks = objects(told['checks']).map((check) => ({
    ...check,
    name: text(check['name']) ?? '',
    title: text(check['title']) ?? '',
    outcome: isOutcome(check['outcome']) ? check['outcome'] : ('NOT_CHECKED' as const),
    detail: text(check['detail']),
  }))
  const steps = objects(told['steps']).map((step) => ({
    ...step,
    title: text(step['title']) ?? '',
    command: typeof step['command'] === 'string' ? step['command'] : null,
  }))
  return { ...(told as unknown as Status), source, checks, steps }
}

export function catalogueOf(told: unknown): CatalogueEntry[] | null {
  if (!Array.isArray(told)) return null
  const entries = objects(told).filter(({ key, title }) => typeof key === 'string' && typeof title === 'string')
  const usual = { unit: '', help: '', header: '', remedies: {} }
  return entries.map((entry) => ({ ...usual, ...entry }) as unknown as CatalogueEntry)
}

function sourceOf(told: JsonObject): Source {
  return {
    kind: (text(told['kind']) ?? 'NONE') as Source['kind'],
    simulated: told['simulated'] === true,
    driverVersion: text(told['driverVersion']),
    nvmlVersion: text(told['nvmlVersion']),
    cudaVersion: text(told['cudaVersion']),
    reason: text(told['reason']),
    recordedAt: time(told['recordedAt']),
  }
}

function processOf(told: JsonObject): GpuProcess[] {
  if (!isNumber(told['pid'])) return []
  const type = (text(told['type']) ?? 'COMPUTE') as GpuProcess['type']
  return [{ ...parseLenient(told), pid: told['pid'], type, name: text(told['name']), startedAt: time(told['startedAt']) }]
}

function placed<K extends string>(told: JsonObject, key: K) {
  const place = told[key]
  return isNumber(place) ? [{ ...parseLenient(told), [key]: place } as ReturnType<typeof parseLenient> & Record<K, number>] : []
}

function named<K extends string>(told: JsonObject, key: K) {
  const name = text(told[key])
  return name === null ? [] : [{ ...parseLenient(told), [key]: name } as ReturnType<typeof parseLenient> & Record<K, string>]
}

function isOutcome(told: unknown): told is Check['outcome'] {
  return told === 'PASSED' || told === 'FAILED' || told === 'NOT_CHECKED'
}

/** Two GPUs under one name would be drawn over each other. */
function distinct(gpus: Gpu[]): Gpu[] {
  const known = new Set<string>()
  return gpus.filter((gpu) => !known.has(gpuKey(gpu)) && known.add(gpuKey(gpu)))
}
