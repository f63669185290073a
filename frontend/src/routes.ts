/** Addresses of pages; a file of its own, because pages link to each other and the router imports the pages. */
export const HOME = '/'
export const UTILIZATION = '/GPU-Utilization'
export const RESOURCES = '/GPU-Resources'
export const NVLINK_TIMELINE = '/NVLink-Timeline'
export const MEMORY = '/GPU-Memory'
export const PCIE = '/PCIe-Throughput'
export const NVLINK = '/NVLink-Throughput'
export const PROCESSES = '/Processes'
/** A page of its own for each GPU, by its index or its UUID. */
export const GPU = '/gpus/:index'

export function gpuPath(gpu: number | string): string {
  return GPU.replace(':index', encodeURIComponent(gpu))
}
export const MACHINE = '/Machine-Resources'
