/** The group of long tests of this run, by `mvn verify -Pthorough -Dthorough.group=`: 1, 2, 3 or all; by default none. */
const GROUP = process.env.GPULSE_THOROUGH

/** Returns whether this run includes the long tests of a group; numbers above 3 are distributed over the groups. */
export function isThorough(group: number): boolean {
  return GROUP === 'all' || GROUP === String(((group - 1) % 3) + 1)
}
