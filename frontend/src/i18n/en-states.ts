/** What the connection says of itself beside the usual. */
export const connectionStates = {
  unauthorised: 'Not signed in',
  recording: 'Recorded',
  catchingUp: 'Catching up',
  at: 'at {time}',
}

/** What the banner says of GPUs that cannot be read, and of numbers that are not of now. */
export const bannerStates = {
  sentence: '{text}.',
  catchingUp: 'Showing values of {time}.',
  catchingUpText: 'The server is sending the missed samples; current values follow.',
  recording: 'Recording of {time}.',
  recordingText: 'All values were recorded then. No GPU is being read on this machine.',
}

/** Why there are no snapshots: what it is, and then what to do where the server has no words of its own. */
export const problem = {
  unauthorised: 'No access.',
  unauthorisedText: 'Sign in to continue.',
  signIn: 'Sign in',
  refused: 'gpulse cannot send data right now.',
  refusedText: 'The page retries automatically.',
  unexpected: 'The response did not come from gpulse.',
  unexpectedText: 'A proxy or another sign-in page returned {detail}. Reload the page to see it.',
  malformed: 'The data from gpulse could not be read.',
  malformedText: 'Reload the page: it may be older than the server.',
  nothing: 'no content',
}
