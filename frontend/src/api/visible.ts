/** Control characters, and marks that change the direction of text; a name may contain any of them. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const PICTURES = 0x2400
const DELETE = 0x7f
const REPLACEMENT = '\ufffd'

/** Replaces invisible characters, so that no name looks like another one. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (each) => {
    const code = each.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(PICTURES + code)
    return code === DELETE ? '\u2421' : REPLACEMENT
  })
}
