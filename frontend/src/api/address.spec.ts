import { describe, expect, it } from 'vitest'
import { signInAddress } from './address'

describe('where one signs in', () => {
  it('leads back to the page that one comes from', () => {
    expect(signInAddress('/GPU-Memory?range=5')).toBe('login?continue=GPU-Memory%3Frange%3D5')
    expect(signInAddress('/gpus/0')).toBe('login?continue=gpus%2F0')
  })

  it('names no page where that is the first one', () => {
    expect(signInAddress('/')).toBe('login')
  })
})
