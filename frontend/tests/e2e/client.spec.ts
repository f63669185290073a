import { expect, test } from '@playwright/test'
import createClient, { type Client, type ClientPathsWithMethod } from 'openapi-fetch'
import type { paths } from '../../src/api/schema'

/** A client of the contract, compiled like the code of others: a parameter or field that the contract lacks does not compile. */
const client = createClient<paths>({
  baseUrl: process.env.GPULSE_BASE_URL ?? 'http://127.0.0.1:8080/',
  // The contract has lists separated by commas.
  querySerializer: { array: { style: 'form', explode: false } },
})
const ofGpu = { path: { id: '0' } }
const asText = { parseAs: 'text' } as const

/** A call of each path that has GET, and something of its answer. */
const CALLS: Record<ClientPathsWithMethod<Client<paths>, 'get'>, () => Promise<unknown>> = {
  '/': () => ok(client.GET('/', { params: { query: { columns: 120 } }, ...asText })),
  '/actuator/health': async () => (await ok(client.GET('/actuator/health'))).status,
  '/actuator/health/liveness': async () => (await ok(client.GET('/actuator/health/liveness'))).status,
  '/actuator/health/readiness': async () => (await ok(client.GET('/actuator/health/readiness'))).status,
  '/api/v1/catalogue': async () => (await ok(client.GET('/api/v1/catalogue')))[0]?.key,
  '/api/v1/events': async () =>
    (await ok(client.GET('/api/v1/events', { params: { query: { kinds: ['xid', 'gpu_lost'], limit: 5 } } }))).events,
  '/api/v1/fleet': async () => (await ok(client.GET('/api/v1/fleet'))).machines[0]?.machine?.gpus[0]?.use,
  '/api/v1/fleet/past': async () => (await ok(client.GET('/api/v1/fleet/past'))).stepSeconds,
  '/api/v1/fleet/free': () => ok(client.GET('/api/v1/fleet/free', { params: { query: { count: 2 } } })),
  '/api/v1/gpus': async () => (await ok(client.GET('/api/v1/gpus')))[0]?.values['power.draw'],
  '/api/v1/gpus/free': () => ok(client.GET('/api/v1/gpus/free', { params: { query: { count: 2 } } })),
  '/api/v1/gpus/{id}': async () => (await ok(client.GET('/api/v1/gpus/{id}', { params: ofGpu }))).facts.name,
  '/api/v1/gpus/{id}/links': async () =>
    (await ok(client.GET('/api/v1/gpus/{id}/links', { params: ofGpu }))).links[0]?.link,
  '/api/v1/gpus/{id}/mig': async () => (await ok(client.GET('/api/v1/gpus/{id}/mig', { params: ofGpu }))).mig,
  '/api/v1/gpus/{id}/processes': async () =>
    (await ok(client.GET('/api/v1/gpus/{id}/processes', { params: { ...ofGpu, query: { sort: 'sm' } } })))[0]?.pid,
  '/api/v1/history': () => ok(client.GET('/api/v1/history', { params: { query: { range: '12h', points: 60 } } })),
  '/api/v1/history/states': async () =>
    (await ok(client.GET('/api/v1/history/states', { params: { query: { gpus: '0,1' } } }))).gpus,
  '/api/v1/history/summary': async () => (await ok(client.GET('/api/v1/history/summary'))).gpus,
  '/api/v1/history/usage': async () => (await ok(client.GET('/api/v1/history/usage'))).users,
  '/api/v1/host': async () => (await ok(client.GET('/api/v1/host'))).values['host.memory.total'],
  '/api/v1/insights': async () => (await ok(client.GET('/api/v1/insights'))).checks[0]?.rule,
  '/api/v1/jobs': async () => (await ok(client.GET('/api/v1/jobs'))).jobs,
  '/api/v1/jobs/{id}': async () => {
    const [job] = (await ok(client.GET('/api/v1/jobs', { params: { query: { since: '7d' } } }))).jobs
    return ok(client.GET('/api/v1/jobs/{id}', { params: { path: { id: job?.id ?? '' } } }))
  },
  '/api/v1/machine': async () => (await ok(client.GET('/api/v1/machine'))).gpus[0]?.use,
  '/api/v1/marks': async () => (await ok(client.GET('/api/v1/marks'))).marks,
  '/api/v1/processes': async () => (await ok(client.GET('/api/v1/processes')))[0]?.facts.user,
  '/api/v1/nvidia-smi': () => ok(client.GET('/api/v1/nvidia-smi', { ...asText })),
  '/api/v1/query': () => ok(client.GET('/api/v1/query', { params: { query: { 'query-gpu': 'name' } }, ...asText })),
  '/api/v1/report': async () => (await ok(client.GET('/api/v1/report'))).gpus,
  '/api/v1/session': () => ok(client.GET('/api/v1/session')),
  '/api/v1/silences': async () => (await ok(client.GET('/api/v1/silences'))).silences,
  '/api/v1/snapshot': async () =>
    (await ok(client.GET('/api/v1/snapshot', { params: { query: { metrics: 'power.draw' } } }))).sequence,
  '/api/v1/start': async () => (await ok(client.GET('/api/v1/start'))).samples,
  '/api/v1/status': async () => (await ok(client.GET('/api/v1/status'))).version,
  '/api/v1/story': () => ok(client.GET('/api/v1/story', { params: { query: { range: '24h' } } })),
  '/api/v1/stream': async () => {
    const events = (await ok(client.GET('/api/v1/stream', { parseAs: 'stream' })))?.getReader()
    const first = await events?.read()
    await events?.cancel()
    return first?.value
  },
  '/api/v1/summary': async () => (await ok(client.GET('/api/v1/summary'))).temp,
  '/api/v1/topology': async () => (await ok(client.GET('/api/v1/topology'))).links[0]?.word,
  '/login': () => ok(client.GET('/login', asText)),
  '/metrics': () => ok(client.GET('/metrics', asText)),
  '/metrics/dcgm': () => ok(client.GET('/metrics/dcgm', asText)),
}

async function ok<Data>(call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, response } = await call
  expect(response.status, response.url).toBe(200)
  expect(data, response.url).toBeTruthy()
  return data as Data
}

test.beforeAll(async () => {
  const status = async () => (await client.GET('/api/v1/history')).response.status
  await expect.poll(status, 'the history is open').toBe(200)
})

for (const [path, call] of Object.entries(CALLS)) {
  test(`a compiled client reads ${path}`, async () => {
    expect(await call()).toBeDefined()
  })
}
