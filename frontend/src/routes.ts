/** Addresses of pages; a file of its own, because pages link to each other and the router imports the pages. */
export const HOME = '/'
export const UTILIZATION = '/GPU-Utilization'
export const RESOURCES = '/GPU-Resources'
export const NVLINK_TIMELINE = '/NVLink-Timeline'
export const MEMORY = '/GPU-Memory'
export const PCIE = '/PCIe-Throughput'
export const NVLINK = '/NVLink-Throughput'
