import { describe, expect, it } from 'vitest'
import type { Sentence } from '@/api/types'
import { partsOf, signOf, storyMarks, wrapped } from './story'

const sentence = (changes: Partial<Sentence>): Sentence => ({
  ...{ at: '2026-11-20T10:00:00.000Z', until: null, kind: 'free', severity: 'info', gpus: [], text: 'GPU 1: free.' },
  ...{ gpuHours: null, events: [], mark: null },
  ...changes,
})

describe('a sentence', () => {
  it('has the sign of its kind, and that of a fault if it is critical', () => {
    expect(signOf(sentence({ kind: 'free' }))).toBe('freed')
    expect(signOf(sentence({ kind: 'xid', severity: 'warning' }))).toBe('fault')
    expect(signOf(sentence({ kind: 'stuck', severity: 'critical' }))).toBe('fault')
    expect(signOf(sentence({ kind: 'stuck', severity: 'warning' }))).toBe('insight')
    expect(signOf(sentence({ kind: 'insight' }))).toBe('insight')
    expect(signOf(sentence({ kind: 'insight', severity: 'critical' }))).toBe('fault')
  })

  it('begins with its GPUs', () => {
    expect(partsOf('GPUs 0–3: train.py ended.')).toEqual({ head: 'GPUs 0–3:', rest: 'train.py ended.' })
    expect(partsOf('GPU 7：训练结束。')).toEqual({ head: 'GPU 7：', rest: '训练结束。' })
    expect(partsOf('GPU 3 was lost.')).toEqual({ head: '', rest: 'GPU 3 was lost.' })
  })

  it('marks the lanes of its GPUs if no event does', () => {
    const gpus = [{ index: 1, uuid: 'GPU-1' }]

    expect(storyMarks([sentence({ gpus })], 1)).toEqual([expect.objectContaining({ kind: 'freed' })])
    expect(storyMarks([sentence({ gpus })], 2)).toEqual([])
    expect(storyMarks([sentence({ gpus, kind: 'xid' })], 1)).toEqual([])
  })
})

it('a text is copied in lines of at most 80 columns', () => {
  const lines = wrapped('word '.repeat(30).trim(), 2).split('\n')

  expect(lines).toHaveLength(2)
  expect(lines.every((line) => line.length <= 80)).toBe(true)
  expect(lines[1]).toMatch(/^ {2}word/)
  expect(wrapped('x'.repeat(90), 2)).toBe('x'.repeat(90))
  expect(
    wrapped(`10:00  ${'中'.repeat(60)}`, 2)
      .split('\n')
      .map((line) => line.trim().length),
  ).toEqual([6 + 1 + 36, 24])
})
