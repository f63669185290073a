import { expect, it } from 'vitest'
import { RequestError, type Problem } from '@/api/problem'
import { useChange } from './change'

const changes = () => useChange({ unauthorised: () => 'Sign in.', failed: (problem) => `Not saved: ${problem}` })
const refused = (kind: Problem['kind']) => () => Promise.reject(new RequestError({ kind, status: 400, detail: 'no' }))

it('is sent once while a request is pending', async () => {
  const { change, isSending } = changes()
  let sent = 0
  let answer: (() => void) | undefined
  const send = () => {
    sent++
    return new Promise<void>((resolve) => (answer = resolve))
  }
  expect(isSending.value).toBe(false)
  const first = change(send)
  await change(send)
  expect(isSending.value).toBe(true)
  expect(sent).toBe(1)

  answer?.()
  await first
  expect(isSending.value).toBe(false)
})

it('has the message of its failure until the next request', async () => {
  const { change, problem, isSending } = changes()
  await change(refused('refused'))
  expect(problem.value).toBe('Not saved: no')
  expect(isSending.value).toBe(false)
  await change(refused('unauthorised'))
  expect(problem.value).toBe('Sign in.')
  await change(() => Promise.reject(new TypeError('offline')))
  expect(problem.value).toBe('Not saved: offline')

  let during: string | null = ''
  await change(() => {
    during = problem.value
    return Promise.resolve()
  })
  expect(during).toBeNull()
  expect(problem.value).toBeNull()
})
