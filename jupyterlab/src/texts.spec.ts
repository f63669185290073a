import { describe, expect, test } from 'vitest'
import { Problem } from './contract'
import { Texts } from './texts'

describe('the sentence for a problem', () => {
  const problem = new Problem('NO_ANSWER', 'http://h:1 did not answer.', { address: 'http://h:1' })

  test('is that of the server in English', () => {
    expect(new Texts('en').problem(problem)).toBe('http://h:1 did not answer.')
  })

  test('has the parameters in Chinese', () => {
    expect(new Texts('zh_CN').problem(problem)).toContain('http://h:1')
  })

  test('follows the reason in Chinese', () => {
    const missing = new Problem('NOT_FOUND', 'x', { reason: 'start-failed', path: '/tmp/log' })
    expect(new Texts('zh-TW').problem(missing)).toContain('/tmp/log')
  })

  test('omits the part of an unknown parameter', () => {
    expect(new Texts('zh_CN').problem(new Problem('NO_ANSWER', 'x'))).not.toMatch(/[[{]/)
  })

  test('is own text when the server has none', () => {
    expect(new Texts('fr_FR').problem(new Problem('NO_JUPYTER'))).toContain('Jupyter server does not answer')
  })
})
