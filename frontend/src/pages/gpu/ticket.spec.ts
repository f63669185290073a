import { afterEach, describe, expect, it } from 'vitest'
import type { Gpu, GpuEvent, InsightCheck } from '@/api/types'
import { addTexts, locale } from '@/i18n/words'
import { faultOf } from '@/store/faults'
import { anInsight } from '@/testing/incidents'
import { aProcess } from '@/testing/machine'
import { steadyMoment } from '@/testing/moments'
import { aGpu, START } from '@/testing/snapshots'
import { ticketOf, xidsOf } from './ticket'

const GIB = 2 ** 30
const LINK = 'http://lab-01:8080/gpus/4'

function ticket(changes: Partial<Gpu> = {}, sentence = 'GPU 4 fell off the bus.', link: string | null = LINK): string {
  const gpu = aGpu(4, { sampledAt: new Date(START).toISOString(), ...changes })
  const peer = aGpu(5, { processes: gpu.processes })
  const insight = anInsight({ rule: 'xid', severity: 'critical', sentence, since: new Date(START).toISOString() })
  const fault = faultOf(gpu, { insights: [insight], checks: [] }, 'en')
  if (fault === null) throw new Error('No fault')
  const data = { moment: steadyMoment([gpu, peer]), gpu, detail: null, detailStaleMillis: 0 }
  return ticketOf({ ...data, past: { at: START } }, fault, { xids: '1', link })
}

afterEach(() => {
  locale.value = 'en'
})

describe('the ticket of a faulty GPU', () => {
  const known = ticket({
    stateDetail: 'The PCI bus no longer lists 0000:61:00.0.',
    facts: { serial: '1654823011403', vbios_version: '88.00.9D.00.01' },
    values: {
      ...{ 'utilization.gpu': 93, 'memory.used': 29.4 * GIB, 'power.draw': 236, 'temperature.gpu': 61 },
      ...{ 'clocks.current.sm': 1597, 'ecc.errors.uncorrected.volatile.total': 0, 'pcie.replays': 0 },
      ...{ 'pcie.link.width.current': 16, 'pcie.link.gen.current': 3, 'remapped_rows.uncorrectable': 0 },
    },
    processes: [{ ...aProcess(41105, 'pretrain_gpt.py', 'mchen', 28.9), startedAt: null }],
  })

  it('has what is known, a fact a line', () => {
    const lines = known.split('\n')

    expect(lines.slice(0, 3)).toEqual([
      'lab-01  GPU 4  NVIDIA H100 80GB HBM3  bus 5b:00.0',
      'serial 1654823011403  VBIOS 88.00.9D.00.01  driver 580.95.05',
      'GPU-4',
    ])
    expect(lines[3]).toMatch(/^2026-03-0\d \d\d:\d\d:00 [+-]\d\d:\d\d {2}GPU 4 fell off the bus\.$/)
    expect(lines[4]).toBe('answer   The PCI bus no longer lists 0000:61:00.0.')
    expect(lines[5]).toMatch(/^last {5}\d\d:\d\d:00 {2}93 % {2}29\.4 GiB {2}236 W {2}61 C {2}SM 1597 MHz$/)
    expect(lines.slice(6)).toEqual([
      'health   ECC 0  remapped 0  PCIe Gen3 x16  replays 0  Xid in 24 h: 1',
      'on it    pid 41105  mchen  pretrain_gpt.py  28.9 GiB',
      'others   same job on GPU 5',
      `see      ${LINK}`,
    ])
  })

  it('leaves out what is not known', () => {
    const text = ticket({ name: null, pciBusId: null, uuid: null, values: {}, sampledAt: null }, 'GPU 4.', null)

    expect(text).not.toMatch(/null|undefined|NaN|serial|ECC|on it|others|see/)
    expect(text).toMatch(/^lab-01 {2}GPU 4\n/)
  })

  it('has the day of a process that began on another day than the fault', () => {
    const DAY = 86_400_000
    const from = (millis: number) => ({
      processes: [{ ...aProcess(41105, 'a.py', 'mchen', 28.9), startedAt: new Date(millis).toISOString() }],
    })

    expect(ticket(from(START - 3 * DAY))).toMatch(/28\.9 GiB {2}since 2026-02-2\d \d\d:\d\d\n/)
    expect(ticket(from(START))).toMatch(/28\.9 GiB {2}since \d\d:\d\d\n/)
  })

  it('has the state in English while the server has sent no sentence about it', () => {
    locale.value = 'zh'
    addTexts('zh', { state: { LOST: '掉卡' } })
    const gpu = aGpu(4, { state: 'LOST', stateSince: new Date(START).toISOString() })
    const fault = faultOf(gpu, null, 'zh')
    if (fault === null) throw new Error('No fault')
    const past = {
      ...{ gpu: { ...gpu, state: 'OK' as const }, detail: null, detailStaleMillis: 0 },
      past: { at: START },
    }

    expect(fault.text).toBe('掉卡')
    expect(ticketOf({ moment: steadyMoment([gpu]), ...past }, fault, { xids: null, link: null })).toMatch(
      /[+-]\d\d:\d\d {2}Lost\n/,
    )
  })

  it('is ASCII in lines of at most 72 characters', () => {
    const long = ticket(
      { stateDetail: `GPU ×16 – ${'nvmlDeviceGetHandleByIndex_v2 '.repeat(4)}${'x'.repeat(100)}` },
      'GPU 4：掉卡',
    )

    expect(long).toMatch(/answer {3}GPU x16 - nvml/)
    for (const line of `${known}\n${long}`.split('\n')) expect(line).toMatch(/^[\x20-\x7e]{1,72}$/)
  })
})

describe('the Xids of the last 24 hours', () => {
  const xid = (uuid: string, count: number) => ({ kind: 'xid', count, gpu: { uuid } }) as GpuEvent
  const other = (kind: GpuEvent['kind']) => ({ kind, count: 1, gpu: null }) as GpuEvent
  const passed = { rule: 'xid', outcome: 'passed', detail: null, gpus: [] as InsightCheck['gpus'] } as InsightCheck
  const KNOWN = { uuid: 'GPU-4', events: [], isPart: false, check: passed }

  it('are counted with their repeats, those of the GPU only', () => {
    const events = [xid('GPU-4', 3), xid('GPU-5', 1), xid('GPU-4', 1)]

    expect(xidsOf({ ...KNOWN, events })).toBe('4')
    expect(xidsOf(KNOWN)).toBe('0')
  })

  it('are unknown while not all events are loaded, and after a time without gpulse', () => {
    expect(xidsOf({ ...KNOWN, events: null })).toBeNull()
    expect(xidsOf({ ...KNOWN, isPart: true })).toBeNull()
    expect(xidsOf({ ...KNOWN, events: [other('gpulse_started')] })).toBeNull()
    expect(xidsOf({ ...KNOWN, events: [other('gap')] })).toBeNull()
    expect(xidsOf({ ...KNOWN, events: [xid('GPU-4', 2)], isPart: true })).toBe('at least 2')
  })

  it('are unknown if the driver does not report them', () => {
    const gpus = [{ index: 4, uuid: 'GPU-4' }] as InsightCheck['gpus']
    const others = [{ index: 5, uuid: 'GPU-5' }] as InsightCheck['gpus']

    expect(xidsOf({ ...KNOWN, check: undefined })).toBeNull()
    expect(xidsOf({ ...KNOWN, check: { ...passed, outcome: 'not-checked' } })).toBeNull()
    expect(xidsOf({ ...KNOWN, check: { ...passed, detail: 'GPU 4: no.', gpus } })).toBeNull()
    expect(xidsOf({ ...KNOWN, check: { ...passed, detail: 'GPU 5: no.', gpus: others } })).toBe('0')
    expect(xidsOf({ ...KNOWN, check: { ...passed, outcome: 'active', gpus: others } })).toBe('0')
    expect(xidsOf({ ...KNOWN, check: { ...passed, outcome: 'active', detail: 'GPU 4: no.', gpus: others } })).toBeNull()
  })
})
