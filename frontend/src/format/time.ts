const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The server's time in the reader's zone, 24 hours. */
export function formatClock(millis: number): string {
  return clock.format(millis)
}
