/** Where the dashboard opens; a file of its own, because pages link to it and the router imports the pages. */
export const HOME = '/GPU-Utilization'
