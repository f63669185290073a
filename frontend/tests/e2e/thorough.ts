/** Whether the long and the many are run too: `mvn verify -Pthorough`. */
export const THOROUGH = process.env.GPULSE_THOROUGH !== undefined
