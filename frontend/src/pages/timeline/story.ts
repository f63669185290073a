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

/** The sign of a sentence; the worst kind of insight is a fault. */
export function signOf({ kind, severity }: Sentence): MarkKind {
  return severity === 'critical' ? 'fault' : (KINDS[kind] ?? 'insight')
}

/** The signs that only a sentence knows: events have the others. */
export function storyMarks(sentences: readonly Sentence[], gpu: number): RibbonMark[] {
  return sentences
    .filter(({ kind, gpus }) => (kind === 'free' || kind === 'restarted') && gpus.some(({ index }) => index === gpu))
    .map((each) => ({ key: `${each.kind} ${each.at}`, at: Date.parse(each.at), kind: signOf(each), text: each.text }))
}

/** Whom a sentence is about, and what it says. */
export function partsOf(text: string): { head: string; rest: string } {
  const [, head = '', rest = text] = /^([^:：]{1,40}[:：])\s*(.+)$/su.exec(text) ?? []
  return { head, rest }
}

const COLUMNS = 80

/** A text in lines of at most 80 columns; further lines are indented below the first. */
export function wrapped(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const next = line === '' ? word : `${line} ${word}`
    if (next.length > COLUMNS && line.trim() !== '') {
      lines.push(line)
      line = ' '.repeat(indent) + word
    } else line = next
  }
  return [...lines, line].join('\n')
}
