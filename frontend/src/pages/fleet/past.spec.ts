import { describe, expect, it } from 'vitest'
import { parseFleetPast } from '@/api/fleet-past'
import type { FleetPast, FleetPastGpu } from '@/api/types'
import { aMachine, aMachineGpu } from '@/testing/fleet'
import { byUuid, ownerAt, pastOf, rowsOf, sharesOf, useAt } from './past'

function aPast(changes: Partial<FleetPastGpu> = {}): FleetPastGpu {
  return {
    ...{ instance: 'gpu-2:8080', index: 0, uuid: 'GPU-0', classes: '5524', utilization: [90, 10, null, 0] },
    owners: [{ owner: 'mchen', first: 0, last: 1 }],
    ...changes,
  }
}

function answer(gpus: FleetPastGpu[]): FleetPast {
  return {
    from: '2026-09-14T02:00:00.000Z',
    to: '2026-09-14T14:00:00.000Z',
    stepSeconds: 360,
    problem: null,
    translations: {},
    gpus,
  }
}

describe('the past of GPUs', () => {
  it('is that of the GPU with the UUID, whoever reports the present', () => {
    const machine = aMachine('trn-2', [aMachineGpu(0), aMachineGpu(1)])
    const rows = rowsOf(byUuid(answer([aPast()])), machine)

    expect(rows.map(({ past }) => past?.classes)).toEqual(['5524', undefined])
  })

  it('is that of the own instance where several machines simulate the same GPUs', () => {
    const past = byUuid(answer([aPast({ instance: 'a:1' }), aPast({ instance: 'b:1', classes: '4444' })]))
    const demo = { ...aMachine('b', [aMachineGpu(0)], {}, { simulated: true }), id: 'gpulse/b:1' }
    const other = { ...demo, id: 'gpulse/c:1' }

    expect(pastOf(past, demo, aMachineGpu(0))?.classes).toBe('4444')
    expect(pastOf(past, other, aMachineGpu(0))).toBeNull()
  })

  it('has the class of each step, not known where only an utilization of 0 is', () => {
    const classes = [0, 1, 2, 3, 4].map((step) => useAt(aPast(), step))
    expect(classes).toEqual(['WORKING', 'WORKING', 'HELD_IDLE', 'FREE', null])

    const other = aPast({ classes: '----' })
    expect([0, 1, 2, 3].map((step) => useAt(other, step))).toEqual(['WORKING', 'WORKING', null, 'UNKNOWN'])
  })

  it('has the owner of a step, none without the scope', () => {
    expect([0, 1, 2].map((step) => ownerAt(aPast(), step))).toEqual(['mchen', 'mchen', ''])
    expect(ownerAt(aPast({ owners: null }), 0)).toBe('')
  })

  it('has the shares of the steps with samples', () => {
    const rows = [
      { gpu: aMachineGpu(0), past: aPast() },
      { gpu: aMachineGpu(1), past: null },
    ]
    expect(sharesOf(rows)).toEqual([
      ['WORKING', 50],
      ['HELD_IDLE', 25],
      ['FREE', 25],
    ])
  })

  it('is read from an answer as far as it can be', () => {
    const json = answer([aPast(), { ...aPast(), owners: null }])
    expect(parseFleetPast(JSON.parse(JSON.stringify(json)))).toEqual(json)
    expect(parseFleetPast({ ...json, gpus: [{ uuid: 'GPU-1', utilization: [1, 'x'] }, { index: 3 }] })?.gpus).toEqual([
      { instance: '', index: null, uuid: 'GPU-1', classes: '', utilization: [1, null], owners: null },
    ])
  })
})
