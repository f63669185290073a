import { getJson } from './request'
import { shaped, text } from './shape'
import type { Session } from './types'

const parseSession = shaped<Session>({ user: text })

/** The signed-in user. */
export function fetchSession(): Promise<Session> {
  return getJson('session', parseSession)
}
