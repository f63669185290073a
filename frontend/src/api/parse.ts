import { isJsonObject, isNumber, number, objects, parseLenient, text, time, type JsonObject, type Readable } from './lenient'
import type { CatalogueEntry, Check, Gpu, GpuProcess, Host, Snapshot, Source, Status } from './types'
import { gpuKey } from './names'
import { isState } from './states'

/*
 * What a server says is believed only as far as it has the form it should have: a page must survive a proxy that
 * answers for gpulse, and another version of it.
 */

const USUAL_MILLIS = 1000

export function parseSnapshot(json: unknown): Snapshot | null {
  if (!isJsonObject(json) || !isJsonObject(json['source']) || !Array.isArray(json['gpus'])) return null
  const takenAt = time(json['takenAt'])
  if (takenAt === null || !isNumber(json['sequence'])) return null
  return {
    sequence: json['sequence'],
    takenAt,
    tookMillis: number(json['tookMillis'], 0),
    stale: json['stale'] === true,
    everyMillis: Math.max(0, number(json['everyMillis'], USUAL_MILLIS)),
    view: json['view'] === 'full' ? 'full' : 'core',
    source: parseSource(json['source']),
    gpus: distinct(objects(json['gpus']).flatMap((each) => parseGpu(each, takenAt) ?? [])),
    host: parseHost(json['host']),
  }
}

/** A GPU without an index has no place; whatever else is missing is known to be missing. */
export function parseGpu(json: unknown, now?: string): Gpu | null {
  if (!isJsonObject(json) || !isNumber(json['index'])) return null
  return {
    ...parseLenient(json),
    index: json['index'],
    uuid: text(json['uuid']),
    name: text(json['name']),
    pciBusId: text(json['pciBusId']),
    state: isState(json['state']) ? json['state'] : 'ERROR',
    stateSince: time(json['stateSince']) ?? now ?? new Date(0).toISOString(),
    stateDetail: text(json['stateDetail']),
    sampledAt: time(json['sampledAt']),
    slowSampledAt: time(json['slowSampledAt']),
    idleSince: time(json['idleSince']),
    busySince: time(json['busySince']),
    links: objects(json['links']).flatMap((link) => parseNumbered(link, 'link')),
    processes: objects(json['processes']).flatMap((process) => parseProcess(process)),
    processesOmitted: number(json['processesOmitted'], 0),
  }
}

export function parseHost(json: unknown): Host | null {
  if (!isJsonObject(json)) return null
  return {
    ...parseLenient(json),
    hostname: text(json['hostname']) ?? '',
    cores: objects(json['cores']).flatMap((core) => parseNumbered(core, 'core')),
    disks: objects(json['disks']).flatMap((disk) => parseNamed(disk, 'disk')),
    networks: objects(json['networks']).flatMap((network) => parseNamed(network, 'network')),
    processesSampledAt: time(json['processesSampledAt']),
    processes: objects(json['processes']).flatMap((process) =>
      isNumber(process['pid']) ? { ...parseLenient(process), pid: process['pid'], name: text(process['name']) ?? '' } : [],
    ),
  }
}

export function parseStatus(json: unknown): Status | null {
  if (!isJsonObject(json) || !Array.isArray(json['checks'])) return null
  const read = parseSource(isJsonObject(json['source']) ? json['source'] : {})
  const source = { ...(json as unknown as Status).source, ...read }
  const checks = objects(json['checks']).map((check) => ({
    ...check,
    name: text(check['name']) ?? '',
    title: text(check['title']) ?? '',
    outcome: isOutcome(check['outcome']) ? check['outcome'] : ('NOT_CHECKED' as const),
    detail: text(check['detail']),
  }))
  const steps = objects(json['steps']).map((step) => ({
    ...step,
    title: text(step['title']) ?? '',
    command: typeof step['command'] === 'string' ? step['command'] : null,
  }))
  const failures = objects(json['failures']).map(({ part, detail }) => ({ part: text(part) ?? '', detail: text(detail) ?? '' }))
  return { ...(json as unknown as Status), source, checks, steps, failures }
}

export function parseCatalogue(json: unknown): CatalogueEntry[] | null {
  if (!Array.isArray(json)) return null
  const entries = objects(json).filter(({ key, title }) => typeof key === 'string' && typeof title === 'string')
  const usual = { unit: '', help: '', header: '', remedies: {} }
  return entries.map((entry) => ({ ...usual, ...entry }) as unknown as CatalogueEntry)
}

function parseSource(json: JsonObject): Source {
  return {
    kind: (text(json['kind']) ?? 'NONE') as Source['kind'],
    simulated: json['simulated'] === true,
    driverVersion: text(json['driverVersion']),
    nvmlVersion: text(json['nvmlVersion']),
    cudaVersion: text(json['cudaVersion']),
    reason: text(json['reason']),
    recordedAt: time(json['recordedAt']),
  }
}

function parseProcess(json: JsonObject): GpuProcess[] {
  if (!isNumber(json['pid'])) return []
  const type = (text(json['type']) ?? 'COMPUTE') as GpuProcess['type']
  return [{ ...parseLenient(json), pid: json['pid'], type, name: text(json['name']), startedAt: time(json['startedAt']) }]
}

function parseNumbered<K extends string>(json: JsonObject, key: K) {
  const value = json[key]
  return isNumber(value) ? [{ ...parseLenient(json), [key]: value } as Readable & Record<K, number>] : []
}

function parseNamed<K extends string>(json: JsonObject, key: K) {
  const name = text(json[key])
  return name === null ? [] : [{ ...parseLenient(json), [key]: name } as Readable & Record<K, string>]
}

function isOutcome(json: unknown): json is Check['outcome'] {
  return json === 'PASSED' || json === 'FAILED' || json === 'NOT_CHECKED'
}

/** Two GPUs under one name would be drawn over each other. */
function distinct(gpus: Gpu[]): Gpu[] {
  const known = new Set<string>()
  return gpus.filter((gpu) => !known.has(gpuKey(gpu)) && known.add(gpuKey(gpu)))
}
