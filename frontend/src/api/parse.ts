import { gpuKey } from './names'
import { isJsonObject, isTrue, list, needed, neededList, neededNumber, neededText, neededTime, number } from './shape'
import { or, orEmpty, orZero, readable, shaped, text, time, word } from './shape'
import { isState } from './states'
import type { CatalogueEntry, Check, Core, Disk, Gpu, GpuProcess, Host, HostProcess, Link } from './types'
import type { Network, Snapshot, Source, Status, Step } from './types'

/*
 * A response is used only as far as it has the form of the contract: a page must survive a proxy that responds for
 * gpulse, and another version of it.
 */

const USUAL_MILLIS = 1000
const EPOCH = new Date(0).toISOString()

const parseSource = shaped<Source>({
  kind: (json) => (text(json) ?? 'NONE') as Source['kind'],
  simulated: isTrue,
  driverVersion: text,
  nvmlVersion: text,
  cudaVersion: text,
  reason: text,
  recordedAt: time,
})

const parseProcess = readable<GpuProcess>({
  pid: neededNumber,
  type: (json) => (text(json) ?? 'COMPUTE') as GpuProcess['type'],
  name: text,
  startedAt: time,
})

/** A GPU without an index has no place; whatever else is missing is known to be missing. */
const parseUndatedGpu = readable<Gpu>({
  index: neededNumber,
  uuid: text,
  name: text,
  pciBusId: text,
  state: (json) => (isState(json) ? json : 'ERROR'),
  stateSince: or(time, ''),
  stateDetail: text,
  sampledAt: time,
  slowSampledAt: time,
  idleSince: time,
  busySince: time,
  links: list(readable<Link>({ link: neededNumber })),
  processes: list(parseProcess),
  processesOmitted: orZero,
})

export const parseHost = readable<Host>({
  hostname: orEmpty,
  cores: list(readable<Core>({ core: neededNumber })),
  disks: list(readable<Disk>({ disk: neededText })),
  networks: list(readable<Network>({ network: neededText })),
  processesSampledAt: time,
  processes: list(readable<HostProcess>({ pid: neededNumber, name: orEmpty })),
})

const parseUndatedSnapshot = shaped<Snapshot>({
  sequence: neededNumber,
  takenAt: neededTime,
  tookMillis: orZero,
  stale: isTrue,
  everyMillis: (json) => Math.max(0, number(json) ?? USUAL_MILLIS),
  view: word('core', 'full'),
  source: needed(parseSource),
  gpus: (json) => (Array.isArray(json) ? distinct(list(parseUndatedGpu)(json)) : undefined),
  host: parseHost,
})

export function parseSnapshot(json: unknown): Snapshot | null {
  const snapshot = parseUndatedSnapshot(json)
  return snapshot && { ...snapshot, gpus: snapshot.gpus.map((gpu) => dated(gpu, snapshot.takenAt)) }
}

export function parseGpu(json: unknown): Gpu | null {
  const gpu = parseUndatedGpu(json)
  return gpu && dated(gpu, EPOCH)
}

/** A state whose beginning is unknown has been there since then at most. */
function dated(gpu: Gpu, since: string): Gpu {
  return gpu.stateSince === '' ? { ...gpu, stateSince: since } : gpu
}

const parseCheck = shaped<Check>({
  name: orEmpty,
  title: orEmpty,
  outcome: word('NOT_CHECKED', 'PASSED', 'FAILED'),
  detail: text,
})

const parseUsedStatus = shaped<Pick<Status, 'source' | 'checks' | 'steps' | 'failures'>>({
  source: (json) => ({ ...(json as Status['source']), ...parseSource(isJsonObject(json) ? json : {}) }),
  checks: neededList(parseCheck),
  // A command is to be copied as it is.
  steps: list(shaped<Step>({ title: orEmpty, command: (json) => (typeof json === 'string' ? json : null) })),
  failures: list(shaped<Status['failures'][number]>({ part: orEmpty, detail: orEmpty })),
})

/** What is not parsed is left as it is. */
export function parseStatus(json: unknown): Status | null {
  const used = parseUsedStatus(json)
  return used && { ...(json as Status), ...used }
}

/** An entry is used as it is; what an older server does not send is empty. */
function parseEntry(json: unknown): CatalogueEntry | null {
  if (!isJsonObject(json) || typeof json['key'] !== 'string' || typeof json['title'] !== 'string') return null
  return { unit: '', help: '', header: '', remedies: {}, ...json } as unknown as CatalogueEntry
}

export function parseCatalogue(json: unknown): CatalogueEntry[] | null {
  return Array.isArray(json) ? list(parseEntry)(json) : null
}

/** Two GPUs under one name would be drawn over each other. */
function distinct(gpus: Gpu[]): Gpu[] {
  const known = new Set<string>()
  return gpus.filter((gpu) => !known.has(gpuKey(gpu)) && known.add(gpuKey(gpu)))
}
