/** The views of the jobs, as the address names them. */
export const BY = ['mine', 'all', 'process'] as const
