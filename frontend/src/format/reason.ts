export interface SplitReason {
  /** The end of the sentence of a heading. */
  first: string
  /** The remaining sentences; may be empty. */
  rest: string
}

/** Splits a reason after its first statement; a code in brackets at its end is not part of the heading. */
export function splitReason(reason: string): SplitReason {
  const end = /[.:;](?=\s)|。/.exec(reason)?.index ?? reason.length
  const bracket = /^(.*?)\s*\(([^)]*)\)\.?$/.exec(reason.slice(0, end))
  const first = (bracket?.[1] ?? reason.slice(0, end)).replace(/[.。]$/, '')
  const code = bracket === null ? '' : `${bracket[2] ?? ''}. `
  return { first: lowerFirst(first), rest: `${code}${upperFirst(reason.slice(end + 1).trim())}`.trim() }
}

/** "The driver" becomes "the driver"; "NVML" and "libnvidia-ml" stay as they are. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]* /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function upperFirst(text: string): string {
  return /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
