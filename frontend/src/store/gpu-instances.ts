import type { Instance, Use } from './instances'

/** An idle or a free compute instance does not make the whole GPU instance idle or free. */
const BY_USE: readonly Use[] = ['used', 'idle', 'unknown', 'free']
/** `1c.2g.20gb` is a compute instance of `2g.20gb`. */
const COMPUTE = /^\d+c\./

/** The GPU instances with the processes of all their compute instances, which share memory and activity. */
export function gpuInstancesOf(instances: readonly Instance[]): Instance[] {
  return instances
    .filter(({ sharesMemory }) => !sharesMemory)
    .map((first) => {
      const all = instances.filter(({ gpuInstance }) => gpuInstance === first.gpuInstance)
      return all.length === 1 ? first : joined(first, all)
    })
}

function joined(first: Instance, all: readonly Instance[]): Instance {
  const [leading = first] = BY_USE.flatMap((use) => all.filter((each) => each.use === use))
  const holding = all.find(({ health }) => health === 'warn')
  return {
    ...first,
    id: first.gpuInstance,
    profile: first.profile?.replace(COMPUTE, '') ?? null,
    slices: sum(all.map(({ slices }) => slices)),
    use: leading.use,
    idleMillis: leading.idleMillis,
    health: holding?.health ?? first.health,
    processes: all.flatMap(({ processes }) => processes),
    running: sum(all.map(({ running }) => running)),
  }
}

/** Null if one of the numbers is. */
function sum(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((all, each) => (all === null || each === null ? null : all + each), 0)
}
