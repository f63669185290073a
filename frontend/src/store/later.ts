/*
 * What is asked for once the first numbers are there, as one part of the bundle: in several it would take the first load
 * apart as well.
 */
export { followEvents } from './event-service'
export { followInsights } from './insight-service'
export { followStored } from './stored-past'
