import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Job, JobGpu } from '@/api/types'
import { ok } from '@/testing/api'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { FAULT_SCENES, FAULTY } from '@/testing/fault-scenes'
import { IncidentServer } from '@/testing/incident-server'
import { history, PastServer } from '@/testing/past'
import { aJob, gpuHours, jobGpu, JOB } from '@/testing/past-jobs'
import { bodyRows, cellOf } from '@/testing/tables'

/** Figures of a GPU that was never sampled while the job ran. */
const NONE: Partial<JobGpu> = {
  ...{ mean: {}, minutes: 0, memoryBytes: null, peakMemoryBytes: null, totalMemoryBytes: null },
  ...{ energyKilowattHours: null, energyMostKilowattHours: null },
}
/** Figures of a GPU that is split, of which the job has an instance. */
const PART: Partial<JobGpu> = { mean: { 'power.draw': 200 }, totalMemoryBytes: null }

interface Scene {
  name: 'lost' | 'slow' | 'MIG'
  gpu?: Partial<JobGpu>
  job?: Partial<Job>
  /** Whether the history has no samples of the GPU. */
  isUnsampled?: boolean
}

/** A job on GPU 2, and on GPU 3 in this state. */
async function open(path: string, { name, gpu = {}, job = {}, isUnsampled = false }: Scene): Promise<Dashboard> {
  const scene = FAULT_SCENES.find((each) => each.name === name)
  const hours = gpuHours({ active: 1.7, smActive: 1.4, heldIdle: 1.3 })
  const faulty = isUnsampled ? gpuHours({ unknown: 3 }) : hours
  const own = aJob({ gpus: [jobGpu(2, hours), jobGpu(FAULTY.index, faulty, gpu)], ...job })
  const server = new IncidentServer()
  server.insights = [...(scene?.insights ?? [])]
  const past = new PastServer()
  if (isUnsampled) {
    past.instead = ({ query }) => {
      const all = history(query, 8)
      return ok({ ...all, series: all.series.filter(({ index }) => index !== FAULTY.index) })
    }
  }
  return Dashboard.open(path, {
    changes: scene?.changes ?? {},
    api: [
      ({ path: wanted }) => {
        if (wanted === 'jobs') return ok({ jobs: [own], omitted: 0, reserved: [] })
        return wanted === `jobs/${JOB}` ? ok(own) : null
      },
      server.handle,
      past.handle,
    ],
  })
}

const main = (page: Dashboard) => textOf(page.get.getByRole('main'))

function rowsOfGpus(page: Dashboard): string[] {
  return bodyRows(page.get.getByRole('region', { name: 'Each GPU' })).map(textOf)
}

describe('the report of a job on a GPU that is lost', () => {
  it('has the fault in the words of the server, and dashes for what was never sampled', async () => {
    const warnings = complaints()
    const page = await open(`/Jobs/${JOB}`, { name: 'lost', gpu: NONE, isUnsampled: true })
    const [whole, lost] = rowsOfGpus(page)

    expect(whole).toMatch(/^253 %/)
    expect(lost).toMatch(/^3Fell off the bus since \d\d:\d\d––––––nobody$/)
    expect(warnings()).toEqual([])
  })

  it('charts the mean of those that were read, with their number', async () => {
    const page = await open(`/Jobs/${JOB}`, { name: 'lost', gpu: NONE, isUnsampled: true })

    expect(main(page)).toContain('Utilization%mean of 1 of 2 GPUs, least to most')
  })

  it('does not name a fault of today once it has ended', async () => {
    const page = await open(`/Jobs/${JOB}`, { name: 'lost', job: { state: 'ENDED', endedAt: aJob().lastSeenAt } })

    expect(rowsOfGpus(page)[1]).toMatch(/^354 %/)
  })
})

describe('the report of a job', () => {
  it('marks a GPU that answers late, whose figures stay', async () => {
    const page = await open(`/Jobs/${JOB}`, { name: 'slow' })

    expect(rowsOfGpus(page)[1]).toMatch(/^3Answers late since \d\d:\d\d54 %44 %71\.4 \/ 79\.6 GiB/)
    expect(main(page)).toContain('Utilization%mean of 2 GPUs, least to most')
  })

  it('has dashes for what a split GPU does not report', async () => {
    const warnings = complaints()
    const page = await open(`/Jobs/${JOB}`, { name: 'MIG', gpu: PART })

    expect(rowsOfGpus(page)[1]).toMatch(/^3––71\.4 GiB200 W/)
    expect(warnings()).toEqual([])
  })
})

describe('a job on a GPU that is lost', () => {
  const unknown = { peakMemoryBytes: null, energyKilowattHours: null, energyMostKilowattHours: null, unevenness: null }

  it('has dashes in the table', async () => {
    const page = await open('/Jobs', { name: 'lost', gpu: NONE, job: unknown })
    const [, row] = bodyRows(page.get.getByRole('table', { name: 'Jobs' })) as [HTMLElement, HTMLElement]

    expect(textOf(cellOf(row, 'GPUs'))).toBe('GPU 2, 3')
    for (const column of ['Peak memory', 'Energy']) expect(textOf(cellOf(row, column))).toBe('–')
  })

  it('holds at least the memory that is known', async () => {
    const job = { ...unknown, advice: [{ rule: 'held-idle', sentence: 'It holds its GPUs idle.' }] }
    const page = await open('/Jobs?by=mine&user=mchen', { name: 'lost', gpu: NONE, isUnsampled: true, job })
    const card = page.get.getByRole('region', { name: 'train.py' })

    expect(textOf(card)).toContain('Free it: ≥ 71.2 GiB')
    expect(textOf(within(card).getAllByRole('definition')[0])).toBe('≥ 71.2 GiBmost on one GPU, peak –')
  })
})
