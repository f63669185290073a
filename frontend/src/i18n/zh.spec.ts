import { expect, it } from 'vitest'
import { en } from './en'
import { zh } from './zh'
import { zhMetrics, zhShortMetrics } from './zh-metrics'

function leaves(messages: object, prefix = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)]],
  )
}

const english = new Map(leaves(en))
const chinese = new Map(leaves(zh))
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

it('says the same messages as English, none missing and none more', () => {
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
})

it('fills in the same words', () => {
  const differing = [...english].filter(
    ([key, text]) => placeholders(text).join() !== placeholders(chinese.get(key) ?? '').join(),
  )

  expect(differing.map(([key]) => key)).toEqual([])
})

it('has one form for any number', () => {
  expect([...chinese].filter(([, text]) => text.includes('|'))).toEqual([])
})

it('has no space before a percent sign, and no half-width punctuation after a Chinese character', () => {
  const careless = [...chinese].filter(([, text]) => /[\s\u202f]%|\p{Script=Han}[,.;:?!()]/u.test(text))

  // A percent sign by itself is a unit that names what it is a share of.
  expect(careless.filter(([key]) => !['machine.ofThreads', 'timeline.ofMachine'].includes(key))).toEqual([])
})

it('leaves only names and units in Latin letters', () => {
  const names = [
    /GPU|NVLink|PCIe?|NVIDIA|nvidia-smi|gpulse[.\w=-]*|=all|CUDA|SM|Tensor|BAR1|UUID|VBIOS|NUMA|MIG|ECC|GSP|CPU/,
    /PromQL|Python|curl|\/api\/v1\/query|REST|SSE|API|Gen|TX|RX|NVL|MPS|pid|PID|Esc|Ctrl|[GM]i?B(\/s)?|°C|W/,
  ]
  const name = new RegExp(names.map(({ source }) => source).join('|'), 'g')
  const labels = Object.entries({ ...zhMetrics, ...zhShortMetrics })
  const foreign = [...chinese, ...labels].filter(([, text]) => /[A-Za-z]/.test(text.replace(/\{\w+\}/g, '').replace(name, '')))

  expect(foreign).toEqual([])
})
