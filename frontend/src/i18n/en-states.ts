/** What the connection says of itself beside the usual. */
export const connectionStates = {
  unauthorised: 'Not signed in',
  recording: 'Recorded',
  catchingUp: 'Catching up',
  at: 'at {time}',
}

/** What the banner says of numbers that are not of now. */
export const bannerStates = {
  catchingUp: 'Values are of {time}.',
  catchingUpText: 'The server is sending what was missed; the newest values follow it.',
  recording: 'Recording of {time}.',
  recordingText: 'Every number was recorded then. No GPU is being read on this machine.',
}

/** Why there are no snapshots: what it is, and then what to do where the server has no words of its own. */
export const problem = {
  unauthorised: 'The server refused the stream ({status}).',
  unauthorisedText: 'Sign in to continue.',
  signIn: 'Sign in',
  account: 'Sign in or out',
  refused: 'gpulse cannot answer now ({status}).',
  refusedText: 'The page tries again by itself.',
  unexpected: 'Something else answers in place of gpulse.',
  unexpectedText: 'A proxy or a sign-in page on the way sent {detail}. Reload the page to see it.',
  malformed: 'gpulse sends what this page cannot read.',
  malformedText: 'Reload the page: it may be older than the server.',
  nothing: 'no content',
}
