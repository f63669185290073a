import { expect, it } from 'vitest'
import { sharedLink } from './insight-links'

it.each([
  ['https://gpu-01.lab.example/', 'https://gpu-01.lab.example/Insights'],
  ['http://10.0.0.7:9400/prefix/', 'http://10.0.0.7:9400/prefix/Insights'],
  ['http://127.0.0.1:8080/', null],
  ['http://localhost:9400/user/me/proxy/', null],
  ['http://[::1]:9400/', null],
  ['http://127.example.org/', 'http://127.example.org/Insights'],
])('a message to a user links a page that others can open: %s', (base, link) => {
  expect(sharedLink(base)).toBe(link)
})
