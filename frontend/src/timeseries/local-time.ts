const DIGITS = 2
const TEXT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/

/** A time for a text field, in the time zone of the browser and of 24 hours in every language. */
export function localInput(millis: number): string {
  const time = new Date(millis)
  const two = (number: number) => String(number).padStart(DIGITS, '0')
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}

/** The time of such a text; NaN for any other. */
export function momentOfInput(text: string): number {
  return TEXT.test(text.trim()) ? new Date(text.trim().replace(' ', 'T')).getTime() : NaN
}
