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

const DAY_MILLIS = 86_400_000
const weekday = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dateOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** When something began, the shorter the nearer: "11:21", "Sat 18:04", "8 Sep", "8 Sep 2025". */
export function formatStart(millis: number, now: number): string {
  if (dateOfYear.format(millis) === dateOfYear.format(now)) return minute.format(millis)
  const ago = Math.abs(now - millis)
  if (ago < 6 * DAY_MILLIS) return weekday.format(millis).replace(',', '')
  return (ago < 300 * DAY_MILLIS ? date : dateOfYear).format(millis)
}
