const DIGITS = 2

/** A moment as a field for date and time has it, in the reader's zone. */
export function localInput(millis: number): string {
  const time = new Date(millis)
  const two = (number: number) => String(number).padStart(DIGITS, '0')
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${date}T${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}

/** The moment that such a field has; NaN where it has none. */
export function momentOfInput(text: string): number {
  return text === '' ? NaN : new Date(text).getTime()
}
