import { expect, it } from 'vitest'
import { splitGpu } from '@/testing/mig'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { parseCatalogue, parseGpu, parseHost, parseSnapshot, parseStatus } from './parse'

const json = (sent: unknown): unknown => JSON.parse(JSON.stringify(sent))

it('leaves a snapshot as it is', () => {
  const snapshot = aSnapshot(1, { gpus: [aGpu(0, { absent: { 'power.draw': 'ERROR' } }), aGpu(1)] })

  expect(parseSnapshot(json(snapshot))).toEqual(snapshot)
})

it.each([null, 1, 'x', [], {}, { gpus: [] }, { ...aSnapshot(1), takenAt: 'now' }, { ...aSnapshot(1), sequence: null }])(
  'knows that this is no snapshot: %j',
  (sent) => {
    expect(parseSnapshot(sent)).toBeNull()
  },
)

it('makes an unread GPU of one that lacks its fields', () => {
  const snapshot = parseSnapshot({ ...aSnapshot(1), host: 'x', gpus: [{ index: 0 }, { name: 'no place' }, 7, null] })

  expect(snapshot?.gpus).toHaveLength(1)
  expect(snapshot?.gpus[0]).toMatchObject({
    index: 0,
    uuid: null,
    state: 'ERROR',
    values: {},
    processes: [],
    links: [],
    mig: [],
  })
  expect(snapshot?.gpus[0]?.stateSince).toBe(aSnapshot(1).takenAt)
  expect(snapshot?.host).toBeNull()
})

it('gives each link the reasons that the server lists once for all links', () => {
  const links = [
    { link: 0, values: {}, facts: {}, absent: {} },
    { link: 1, values: {}, facts: {}, absent: { 'link.nvlink.rx': 'NO_DATA' } },
  ]
  const gpu = parseGpu({ ...aGpu(0), links, linksAbsent: { 'link.nvlink.tx': 'NOT_SUPPORTED' } })

  expect(gpu?.links.map(({ absent }) => absent)).toEqual([
    { 'link.nvlink.tx': 'NOT_SUPPORTED' },
    { 'link.nvlink.tx': 'NOT_SUPPORTED', 'link.nvlink.rx': 'NO_DATA' },
  ])
  expect(gpu).not.toHaveProperty('linksAbsent')
})

it('parses the MIG instances of a GPU, and the one that a process uses', () => {
  const snapshot = aSnapshot(1, { gpus: [aGpu(0, splitGpu())] })

  expect(parseSnapshot(json(snapshot))).toEqual(snapshot)
  expect(parseGpu({ ...aGpu(0), mig: [{ uuid: 'MIG-1' }, null] })?.mig).toEqual([])
  expect(parseGpu({ ...aGpu(0), mig: undefined })?.mig).toEqual([])
})

it('marks an invalid value as an error, and an unknown reason as no data', () => {
  const gpu = parseGpu({
    ...aGpu(0),
    values: { 'power.draw': '300', 'utilization.gpu': null, 'temperature.gpu': 40 },
    absent: { 'fan.speed': 'BORED', 'memory.used': 'NO_PERMISSION' },
    state: 'TIRED',
    idleSince: 'yesterday',
  })

  expect(gpu?.values).toEqual({ 'temperature.gpu': 40 })
  expect(gpu?.absent).toEqual({
    'power.draw': 'ERROR',
    'utilization.gpu': 'ERROR',
    'fan.speed': 'NO_DATA',
    'memory.used': 'NO_PERMISSION',
  })
  expect(gpu?.state).toBe('ERROR')
  expect(gpu?.idleSince).toBeNull()
})

it('reads a stale GPU as one whose last sample is old', () => {
  const gpu = parseGpu({ ...aGpu(0), values: { 'temperature.gpu': 40 }, state: 'STALE' })

  expect(gpu?.state).toBe('OK')
  expect(gpu?.values).toEqual({ 'temperature.gpu': 40 })
})

it('does not draw two GPUs over each other', () => {
  expect(parseSnapshot({ ...aSnapshot(1), gpus: [aGpu(0), aGpu(0), aGpu(1)] })?.gpus.map(({ index }) => index)).toEqual(
    [0, 1],
  )
})

it('replaces invisible characters in names', () => {
  const process = { pid: 7, name: 'a\u001b[31m\nb\u202egnp.exe', facts: { user: 'me\u0007' }, values: {}, absent: {} }
  const gpu = parseGpu({ ...aGpu(0), processes: [process, { name: 'no pid' }] })

  expect(gpu?.processes).toHaveLength(1)
  expect(gpu?.processes[0]).toMatchObject({
    name: 'a␛[31m␊b\ufffdgnp.exe',
    type: 'COMPUTE',
    startedAt: null,
    group: null,
  })
  expect(gpu?.processes[0]?.facts).toEqual({ user: 'me␇' })
  expect(parseGpu({ ...aGpu(0), name: 'שלום 你好' })?.name).toBe('שלום 你好')
})

it('parses other responses in the same way', () => {
  expect(parseHost({ hostname: 5, disks: [{ disk: 'sda' }, {}], cores: [{ core: 0 }, 1] })).toMatchObject({
    hostname: '',
    disks: [{ disk: 'sda', values: {} }],
    cores: [{ core: 0, absent: {} }],
  })
  expect(parseHost('<html>')).toBeNull()
  expect(parseStatus({ error: 'x' })).toBeNull()
  expect(parseStatus({ source: {}, checks: [{ outcome: 'MAYBE' }], steps: null })).toMatchObject({
    checks: [{ name: '', title: '', outcome: 'NOT_CHECKED', detail: null }],
    steps: [],
  })
  expect(parseCatalogue({})).toBeNull()
  expect(parseCatalogue([{ key: 'x' }, 3])).toEqual([])
})
