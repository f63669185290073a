import { HISTORY, snapshot, type Changes } from './machine'

const GIB = 2 ** 30

/** Values of GPU 0 in all snapshots that are replayed at once. */
export const BEFORE = { 'utilization.gpu': 31, 'memory.used': 20 * GIB, 'temperature.gpu': 51, 'power.draw': 310 }
/** Values of GPU 0 in all later snapshots. */
export const AFTER = { 'utilization.gpu': 77, 'memory.used': 30 * GIB, 'temperature.gpu': 62, 'power.draw': 420 }
/** Number of seconds after which no mean contains an earlier value. */
export const SETTLED_SECONDS = 10

/** Changes the values of GPU 0 once, with the first snapshot after the replayed ones. */
export const CHANGING: Changes = {
  0: (second) => {
    const values = snapshot(second, { gpus: 1 }).gpus[0]?.values
    return { values: { ...values, ...(second < HISTORY ? BEFORE : AFTER) } }
  },
}
