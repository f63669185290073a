const DIGITS = 2

/** The value of a `datetime-local` field, in the time zone of the browser. */
export function localInput(millis: number): string {
  const time = new Date(millis)
  const two = (number: number) => String(number).padStart(DIGITS, '0')
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${date}T${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}

/** The time of such a value; NaN if it is empty. */
export function momentOfInput(text: string): number {
  return text === '' ? NaN : new Date(text).getTime()
}
