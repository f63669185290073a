/** Whether to run the long tests as well: `mvn verify -Pthorough`. */
export const THOROUGH = process.env.GPULSE_THOROUGH !== undefined
