import { afterEach, describe, expect, it } from 'vitest'
import { signInAddress, signOutAddress } from './sign-in-address'

describe('where one signs in', () => {
  afterEach(() => {
    localStorage.clear()
  })

  it('leads back to the page that one comes from', () => {
    expect(signInAddress('/GPU-Memory?range=5')).toBe('login?continue=GPU-Memory%3Frange%3D5')
    expect(signInAddress('/gpus/0')).toBe('login?continue=gpus%2F0')
  })

  it('names no page where that is the first one', () => {
    expect(signInAddress('/')).toBe('login')
    expect(signOutAddress()).toBe('logout')
  })

  it('takes along the language and the colours that were chosen here, and no others', () => {
    localStorage.setItem('gpulse.lang', 'zh')
    localStorage.setItem('gpulse.theme', 'dark')
    expect(signInAddress('/GPU-Memory')).toBe('login?continue=GPU-Memory&lang=zh&theme=dark')
    expect(signOutAddress()).toBe('logout?lang=zh&theme=dark')

    localStorage.setItem('gpulse.lang', 'en')
    localStorage.setItem('gpulse.theme', 'auto')
    expect(signInAddress('/')).toBe('login?lang=en')
  })
})
