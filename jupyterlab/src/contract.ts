/** State that the server extension reports for gpulse. */
export type ServerState =
  | 'READY'
  | 'STARTING'
  | 'NOT_FOUND'
  | 'UNAUTHORIZED'
  | 'FOREIGN_USER'
  | 'NOT_GPULSE'
  | 'NO_ANSWER'
  | 'UNSUPPORTED_VERSION'
  | 'INVALID_CONFIGURATION'

/** Adds the states that only the browser can see. */
export type State = ServerState | 'NO_SERVER_EXTENSION' | 'SIGNED_OUT' | 'NO_JUPYTER' | 'NO_PAGE'

/** Why gpulse cannot be shown. */
export class Problem {
  constructor(
    readonly state: State,
    /** One English sentence of the server extension that includes what to do; null if the browser found the problem. */
    readonly detail: string | null = null,
    /** The variable parts of the sentence, such as address and user. */
    readonly parameters: Readonly<Record<string, string>> = {},
  ) {}
}

export interface StatusResponse {
  state: ServerState
  detail: string | null
  parameters: Readonly<Record<string, unknown>> | null
  address: string | null
  version: string | null
}

export interface LocalizedTitle {
  en: string
  zh: string
}

export interface Panel {
  name: string
  title: LocalizedTitle
  /** Exists only on a machine with a single GPU. */
  solo?: boolean
}

export interface Page {
  name: string
  path: string
  title: LocalizedTitle
  /** SVG path on a ground of 16 by 16. */
  icon: string
  /** One of the seven dashboards. */
  dashboard: boolean
  needsGpu: boolean
  panels: readonly Panel[]
}

/** `embed.json` of gpulse. */
export interface Catalog {
  version: number
  pages: readonly Page[]
  gpuPage: { path: string; panels: readonly Panel[] }
}

/** Memory in bytes, utilization in percent; null if unknown. */
export interface MachineGpu {
  index: number
  uuid: string
  name: string
  utilization: number | null
  memoryUsed: number | null
  memoryTotal: number | null
}

/** A GPU on which the process tree of a kernel has a process. */
export interface KernelGpu {
  index: number
  uuid: string
  name: string
  /** Memory of the kernel's processes on this GPU in bytes; null if unknown. */
  memoryUsed: number | null
  memoryTotal: number | null
  /** Since when the memory is held without work; null if there is work or if it is unknown. */
  heldIdleSince: string | null
  /** Since when the GPU works for this kernel alone; null while it is idle, or if it is unknown whose work it is. */
  busySince: string | null
}

export interface Kernel {
  id: string
  /** Process id of the kernel; null if the kernel is not a process of this machine. */
  pid: number | null
  state: 'OK' | 'REMOTE' | 'OTHER_MACHINE' | 'UNKNOWN'
  detail: string | null
  gpus: readonly KernelGpu[]
}

export interface KernelsResponse {
  /** Time of the values by gpulse's clock; null if there are none. */
  at: string | null
  /** The values are older than 5 s. */
  stale: boolean
  state: ServerState
  detail: string | null
  kernels: readonly Kernel[]
  gpus: readonly MachineGpu[]
  /** Number of active warnings and critical insights; null if unknown. */
  insights: number | null
}
