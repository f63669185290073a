/** Current numbers within an element; outdated and absent ones are not among them. */
export function currentValues(element: Element = document.body): HTMLElement[] {
  return Array.from(element.querySelectorAll<HTMLElement>('data[value]'))
}

/** Current number of a metric within an element. */
export function currentValue(element: Element, metric: string): number {
  const found = currentValues(element).find((each) => each.dataset['metric'] === metric)
  if (found === undefined) throw new Error(`No current value of ${metric}`)
  return Number(found.getAttribute('value'))
}
