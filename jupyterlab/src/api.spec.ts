import { beforeEach, expect, it, vi } from 'vitest'
import { Api } from './api'
import type { StatusResponse } from './contract'

const { answers, requests } = vi.hoisted(() => ({ answers: {} as Record<string, unknown>, requests: [] as string[] }))
vi.mock('@jupyterlab/coreutils', () => ({ URLExt: { join: (_: string, path: string) => path } }))
vi.mock('@jupyterlab/services', () => ({
  ServerConnection: {
    makeSettings: () => ({ baseUrl: '/' }),
    makeRequest: (path: string) => {
      requests.push(path)
      return Promise.resolve(Response.json(answers[path] ?? null, { status: path in answers ? 200 : 503 }))
    },
  },
}))

const STATUS = 'gpulse-jupyterlab/status'
const PAGES = 'gpulse/embed.json'
const status = (state: StatusResponse['state']): void => {
  answers[STATUS] = { state, detail: null, parameters: null }
}

beforeEach(() => {
  requests.length = 0
  answers[PAGES] = { version: 1, pages: [] }
})

it('the pages of a gpulse that starts are not requested, only its status', async () => {
  status('STARTING')
  expect(await new Api().catalog()).toMatchObject({ state: 'STARTING' })
  expect(requests).toEqual([STATUS])
})

it('the pages are those of a gpulse that is ready', async () => {
  status('READY')
  expect(await new Api().catalog()).toEqual({ version: 1, pages: [] })
  answers[PAGES] = { version: 2, pages: [] }
  expect(await new Api().catalog()).toMatchObject({ state: 'UNSUPPORTED_VERSION' })
})
