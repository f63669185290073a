import type { OwnerUsage } from '../api/types'

function owner(kind: OwnerUsage['kind'], owners: string[], changes: Partial<OwnerUsage>): OwnerUsage {
  const { activeGpuHours = 0, heldIdleGpuHours = 0 } = changes
  const all = { activeGpuHours, heldIdleGpuHours, gpuHours: activeGpuHours + heldIdleGpuHours }
  return { kind, owners, ...all, energyKilowattHours: null, ...changes }
}

/** A day of eight GPUs. */
export const OWNERS: OwnerUsage[] = [
  owner('OWNER', ['mchen'], { activeGpuHours: 30, heldIdleGpuHours: 2.5, energyKilowattHours: 19.28 }),
  owner('OWNER', ['svc-infer'], { activeGpuHours: 20, heldIdleGpuHours: 4, energyKilowattHours: 9.64 }),
  owner('SHARED', ['asharma', 'svc-infer'], { heldIdleGpuHours: 10, energyKilowattHours: 1.2 }),
  owner('OTHER', [], { activeGpuHours: 1, energyKilowattHours: null }),
  owner('FREE', [], { gpuHours: 20, energyKilowattHours: 1.5 }),
  owner('NOT_ATTRIBUTED', [], { gpuHours: 8.5, energyKilowattHours: 0.4 }),
]
