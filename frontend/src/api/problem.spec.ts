import { expect, it } from 'vitest'
import { errorOf, RequestError, retryAfterMillis, retryDelayAfter, unexpectedContent } from './problem'

const problem = (status: number, detail: string, headers: Record<string, string> = {}) =>
  Response.json({ title: 'No', status, detail }, { status, headers })

it('retains the detail of the server', async () => {
  const error = await errorOf(problem(503, 'There is no room.', { 'Retry-After': '5' }))

  expect(error.message).toBe('There is no room.')
  expect(error.problem).toEqual({ kind: 'refused', status: 503, detail: 'There is no room.' })
  expect(retryDelayAfter(error, 1000)).toBe(5000)
  expect(retryDelayAfter(error, 9000)).toBe(9000)
})

it.each([401, 403])('does not hammer a server that does not know us: %i', async (status) => {
  const error = await errorOf(problem(status, 'Who are you?'))

  expect(error.problem.kind).toBe('unauthorised')
  expect(retryDelayAfter(error, 1000)).toBe(60_000)
})

it('omits the detail of a 401, and retains that of a 403', async () => {
  expect((await errorOf(problem(401, 'Send a token.'))).problem.detail).toBe('')
  expect((await errorOf(problem(403, 'The scopes do not permit this.'))).problem.detail).toBe(
    'The scopes do not permit this.',
  )
})

it('has its own words for an answer without any', async () => {
  const error = await errorOf(new Response('<h1>Bad gateway</h1>', { status: 502 }))

  expect(error.message).toBe('HTTP 502')
  expect(error.problem.detail).toBe('')
  expect(
    unexpectedContent(new Response('<p>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })).message,
  ).toBe('text/html')
})

it('waits as usual after anything else', () => {
  expect(retryDelayAfter(new TypeError('network'), 1000)).toBe(1000)
  expect(retryDelayAfter(new RequestError({ kind: 'malformed', status: 200, detail: '' }), 1000)).toBe(1000)
})

it.each([
  [null, 0],
  ['', 0],
  ['7', 7000],
  ['-3', 0],
  ['soon', 0],
  ['Sun, 01 Mar 2026 10:00:20 GMT', 20_000],
  ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
  ['Sun, 01 Mar 2036 09:00:00 GMT', 300_000],
])('reads Retry-After %o', (header, millis) => {
  expect(retryAfterMillis(header, Date.parse('2026-03-01T10:00:00Z'))).toBe(millis)
})
