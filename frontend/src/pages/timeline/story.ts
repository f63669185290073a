import type { MarkKind, RibbonMark } from '@/charts/ribbon'
import type { Sentence } from '@/api/types'

const KINDS: Partial<Record<Sentence['kind'], MarkKind>> = {
  xid: 'fault',
  lost: 'fault',
  stuck: 'fault',
  driver: 'fault',
  restarted: 'restarted',
  ended: 'ended',
  started: 'started',
  free: 'freed',
  gap: 'stopped',
  mark: 'mark',
}

/** The sign of a sentence; the worst kind of insight is a fault, and a GPU that only answers late is none. */
export function signOf({ kind, severity }: Sentence): MarkKind {
  if (kind === 'stuck' && severity === 'warning') return 'insight'
  return severity === 'critical' ? 'fault' : (KINDS[kind] ?? 'insight')
}

/** The signs that only a sentence knows: events have the others. */
export function storyMarks(sentences: readonly Sentence[], gpu: number): RibbonMark[] {
  return sentences
    .filter(({ kind, gpus }) => (kind === 'free' || kind === 'restarted') && gpus.some(({ index }) => index === gpu))
    .map((each) => ({ key: `${each.kind} ${each.at}`, at: Date.parse(each.at), kind: signOf(each), text: each.text }))
}

/** The GPUs of a sentence, and the rest of it. */
export function partsOf(text: string): { head: string; rest: string } {
  const [, head = '', rest = text] = /^([^:：]{1,40}[:：])\s*(.+)$/su.exec(text) ?? []
  return { head, rest }
}

const COLUMNS = 80
/** Characters that are two columns wide, and between which a line may break. */
const WIDE = '[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]'
const PIECES = new RegExp(`${WIDE}|[^\\s\u1100-\uffe6]+|\\s+|.`, 'gu')
const isWide = (text: string) => new RegExp(`^${WIDE}$`, 'u').test(text)

/** A text in lines of at most 80 columns; further lines are indented below the first. */
export function wrapped(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  let columns = 0
  for (const piece of text.match(PIECES) ?? []) {
    const width = isWide(piece) ? 2 : piece.length
    if (columns + width > COLUMNS && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = ' '.repeat(indent)
      columns = indent
      if (piece.trim() === '') continue
    }
    line += piece
    columns += width
  }
  return [...lines, line].join('\n')
}

/** Names a sentence in the answers of one period: its text may have a duration that grows. */
export function keyOf({ kind, at, gpus, events, mark }: Sentence): string {
  return JSON.stringify([kind, at, gpus, events, mark])
}
