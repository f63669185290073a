import { describe, expect, it } from 'vitest'
import { kept } from './kept'

const before = () => ({ name: 'a', list: [{ n: 1 }, { n: 2 }], deep: { value: 3, none: null as number | null } })

describe('what is kept', () => {
  it('is the object of before when it says the same', () => {
    const old = before()

    expect(kept(old, before())).toBe(old)
  })

  it('is every part that says the same, and no other', () => {
    const old = before()
    const now = kept(old, { ...before(), list: [{ n: 1 }, { n: 5 }] })

    expect(now).toEqual({ ...before(), list: [{ n: 1 }, { n: 5 }] })
    expect(now.deep).toBe(old.deep)
    expect(now.list[0]).toBe(old.list[0])
    expect(now.list).not.toBe(old.list)
  })

  it('tells nothing from an honest zero', () => {
    const old = before()

    expect(kept(old, { ...before(), deep: { value: 3, none: 0 } }).deep.none).toBe(0)
    expect(kept<{ at?: undefined }>({}, { at: undefined })).toHaveProperty('at')
    expect(kept({ at: NaN }, { at: NaN }).at).toBeNaN()
  })

  it('grows and shrinks with what is told', () => {
    expect(kept([1, 2], [1])).toEqual([1])
    expect(kept([1], [1, 2])).toEqual([1, 2])
    expect(kept<Record<string, number>>({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
    expect(kept<unknown>([], {})).toEqual({})
    expect(kept<unknown>(undefined, { a: 1 })).toEqual({ a: 1 })
  })
})
