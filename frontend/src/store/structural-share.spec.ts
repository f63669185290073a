import { describe, expect, it } from 'vitest'
import { structuralShare } from './structural-share'

const before = () => ({ name: 'a', list: [{ n: 1 }, { n: 2 }], deep: { value: 3, none: null as number | null } })

describe('structural sharing', () => {
  it('returns the old object if it is equal', () => {
    const old = before()

    expect(structuralShare(old, before())).toBe(old)
  })

  it('reuses every equal part, and no other', () => {
    const old = before()
    const now = structuralShare(old, { ...before(), list: [{ n: 1 }, { n: 5 }] })

    expect(now).toEqual({ ...before(), list: [{ n: 1 }, { n: 5 }] })
    expect(now.deep).toBe(old.deep)
    expect(now.list[0]).toBe(old.list[0])
    expect(now.list).not.toBe(old.list)
  })

  it('distinguishes undefined from 0', () => {
    const old = before()

    expect(structuralShare(old, { ...before(), deep: { value: 3, none: 0 } }).deep.none).toBe(0)
    expect(structuralShare<{ at?: undefined }>({}, { at: undefined })).toHaveProperty('at')
    expect(structuralShare<object>({ before: 1 }, { at: undefined })).toEqual({ at: undefined })
    expect(structuralShare({ at: NaN }, { at: NaN }).at).toBeNaN()
  })

  it('follows added and removed properties', () => {
    expect(structuralShare([1, 2], [1])).toEqual([1])
    expect(structuralShare([1], [1, 2])).toEqual([1, 2])
    expect(structuralShare<Record<string, number>>({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
    expect(structuralShare<unknown>([], {})).toEqual({})
    expect(structuralShare<unknown>(undefined, { a: 1 })).toEqual({ a: 1 })
  })
})
