import type { CatalogueEntry } from '@/api/types'

/** The subjects of the numbers of a panel. */
export type Whose = 'gpus' | 'host' | 'processes'

/** The metrics of a panel as commands of other tools; null where a tool does not have them. */
export interface Snippets {
  curl: string
  python: string
  smi: string | null
  /** An expression for each metric that has a time series. */
  promql: string[]
  /** Metrics that nvidia-smi has no property for. */
  unknownToSmi: string[]
}

/** Names of `--query-compute-apps` differ from the catalogue's. */
const SMI_OF_PROCESSES = 'nvidia-smi --query-compute-apps=pid,name,used_memory --format=csv -l 1'

/** `base` is the address of the API, `gpu` the index of the only GPU to request. */
export function snippetsOf(
  base: URL,
  whose: Whose,
  entries: readonly CatalogueEntry[],
  gpu: number | null = null,
): Snippets {
  const address = addressOf(base, whose, entries) + (gpu === null ? '' : `&gpus=${gpu}`)
  const known = entries.flatMap(({ nvidiaSmiName }) => nvidiaSmiName ?? [])
  return {
    curl: `curl -fsS '${address}'`,
    python: python(address, whose),
    smi: whose === 'processes' ? SMI_OF_PROCESSES : smi(known, gpu),
    promql: entries.flatMap((entry) => promqlOf(entry, gpu) ?? []),
    unknownToSmi:
      whose === 'gpus' ? entries.filter(({ nvidiaSmiName }) => nvidiaSmiName === null).map(({ key }) => key) : [],
  }
}

function addressOf(base: URL, whose: Whose, entries: readonly CatalogueEntry[]): string {
  if (whose === 'processes') return quotable(new URL('processes', base).href)
  const keys = entries.map(({ key }) => key).join(',')
  return quotable(`${new URL('snapshot', base).href}?metrics=${keys}`)
}

/** A shell's quote is the only character of an address that could end it. */
function quotable(address: string): string {
  return address.replaceAll("'", '%27')
}

function python(address: string, whose: Whose): string {
  const [each, row] = {
    gpus: ['json.load(answer)["gpus"]', 'each["index"], each["name"], each["values"]'],
    host: ['[json.load(answer)["host"]]', 'each["hostname"], each["values"]'],
    processes: ['json.load(answer)', 'each["gpu"], each["pid"], each["name"], each["values"]'],
  }[whose]
  return [
    'import json, urllib.request',
    `with urllib.request.urlopen("${address}") as answer:`,
    `    for each in ${each}:`,
    `        print(${row})`,
  ].join('\n')
}

function smi(names: readonly string[], gpu: number | null): string | null {
  const only = gpu === null ? '' : ` --id=${gpu}`
  return names.length === 0 ? null : `nvidia-smi${only} --query-gpu=index,${names.join(',')} --format=csv -l 1`
}

/** Series of these scopes have no label of a GPU. */
const OF_HOST: ReadonlySet<CatalogueEntry['scope']> = new Set(['HOST', 'CORE', 'DISK', 'NETWORK', 'HOST_PROCESS'])

/** The expression of a graph: a counter as its rate; of one GPU, where the series has its label. */
export function promqlOf(entry: CatalogueEntry, gpu: number | null): string | null {
  const { prometheusName: name, kind, scope } = entry
  if (name === null) return null
  const series = gpu === null || OF_HOST.has(scope) ? name : `${name}{gpu="${gpu}"}`
  return kind === 'COUNTER' ? `rate(${series}[5m])` : series
}
