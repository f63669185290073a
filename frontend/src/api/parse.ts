import { gpuKey } from './names'
import { isJsonObject, isTrue, list, needed, neededList, neededNumber, neededText, neededTime, number } from './shape'
import { or, orEmpty, orZero, readable, reasons, record, shaped, text, time, word } from './shape'
import { isState } from './states'
import type { CatalogueEntry, Check, Core, Disk, Gpu, GpuProcess, Host, HostProcess, LastGpu, Link } from './types'
import type { MigInstance, Network, Snapshot, Source, Status, Step } from './types'

/*
 * Only the valid parts of a response are used: a page must survive the response of a proxy or of another version of
 * gpulse.
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

const parseInstance = readable<MigInstance>({
  uuid: neededText,
  gpuInstance: neededNumber,
  computeInstance: neededNumber,
  profile: text,
  generation: orZero,
})

const parseProcess = readable<GpuProcess>({
  pid: neededNumber,
  type: (json) => (text(json) ?? 'COMPUTE') as GpuProcess['type'],
  name: text,
  startedAt: time,
  group: text,
  gpuInstance: number,
  computeInstance: number,
})

const parseLast = shaped<LastGpu>({
  sampledAt: neededTime,
  values: record(number),
  facts: record(text),
  processes: list(parseProcess),
})

/** A GPU needs an index; all other properties are optional. */
const parseSentGpu = readable<Gpu & { linksAbsent: Link['absent'] }>({
  index: neededNumber,
  uuid: text,
  name: text,
  pciBusId: text,
  state: (json) => (json === 'STALE' ? 'OK' : isState(json) ? json : 'ERROR'),
  stateSince: or(time, ''),
  stateDetail: text,
  sampledAt: time,
  slowSampledAt: time,
  idleSince: time,
  busySince: time,
  links: list(readable<Link>({ link: neededNumber })),
  linksAbsent: reasons,
  mig: list(parseInstance),
  processes: list(parseProcess),
  processesOmitted: orZero,
  last: parseLast,
})

/** Gives each link the reasons that the server lists once for all of them. */
function parseUndatedGpu(json: unknown): Gpu | null {
  const sent = parseSentGpu(json)
  if (sent === null) return null
  const { linksAbsent, ...gpu } = sent
  for (const link of gpu.links) link.absent = { ...linksAbsent, ...link.absent }
  return gpu
}

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

/** Replaces an unknown start of the state. */
function dated(gpu: Gpu, since: string): Gpu {
  return gpu.stateSince === '' ? { ...gpu, stateSince: since } : gpu
}

const parseCheck = shaped<Check>({
  name: orEmpty,
  title: orEmpty,
  outcome: word('NOT_CHECKED', 'PASSED', 'FAILED'),
  detail: text,
})

// A command is copied verbatim.
const parseStep = shaped<Step>({ title: orEmpty, command: (json) => (typeof json === 'string' ? json : null) })

const parseSetup = shaped<Status['setup']>({
  situation: (json) => (typeof json === 'string' ? (json as Status['setup']['situation']) : 'READY'),
  checks: list(parseCheck),
  steps: list(parseStep),
})

const parseUsedStatus = shaped<Pick<Status, 'source' | 'checks' | 'steps' | 'setup' | 'failures'>>({
  source: (json) => ({ ...(json as Status['source']), ...parseSource(isJsonObject(json) ? json : {}) }),
  checks: neededList(parseCheck),
  steps: list(parseStep),
  setup: (json) => parseSetup(isJsonObject(json) ? json : {}) ?? undefined,
  failures: list(shaped<Status['failures'][number]>({ part: orEmpty, detail: orEmpty })),
})

/** Properties that are not parsed remain unchanged. */
export function parseStatus(json: unknown): Status | null {
  const used = parseUsedStatus(json)
  return used && { ...(json as Status), ...used }
}

/** Properties that an older server does not send are empty. */
function parseEntry(json: unknown): CatalogueEntry | null {
  if (!isJsonObject(json) || typeof json['key'] !== 'string' || typeof json['title'] !== 'string') return null
  return { unit: '', help: '', header: '', remedies: {}, ...json } as unknown as CatalogueEntry
}

export function parseCatalogue(json: unknown): CatalogueEntry[] | null {
  return Array.isArray(json) ? list(parseEntry)(json) : null
}

/** Two GPUs of one name would be rendered over each other. */
function distinct(gpus: Gpu[]): Gpu[] {
  const known = new Set<string>()
  return gpus.filter((gpu) => !known.has(gpuKey(gpu)) && known.add(gpuKey(gpu)))
}
