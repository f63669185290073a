import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Fleet } from '@/api/types'
import { Dashboard, textOf, type DashboardOptions } from '@/testing/dashboard'
import {
  aFleet,
  aMachine,
  aMachineGpu,
  anAlert,
  fleetApi,
  heldBy,
  silentMachine,
  thisMachine,
  usualFleet,
} from '@/testing/fleet'

function open(fleet: Fleet, path = '/Fleet', options: DashboardOptions = {}): Promise<Dashboard> {
  return Dashboard.open(path, { ...options, api: [...(options.api ?? []), fleetApi(() => fleet)] })
}

const board = (page: Dashboard) => page.get.getByRole('grid')
const rows = (page: Dashboard) => within(board(page)).getAllByRole('row').map(textOf)

describe('the page of all machines', () => {
  it('has a row for each machine, those in trouble first', async () => {
    const page = await open(usualFleet(10))

    expect(rows(page)).toEqual([
      'In trouble1 machine',
      expect.stringContaining('trn-h100-02'),
      'No word1 machine',
      expect.stringContaining('trn-h100-03'),
      'Holding idle GPUs2 machines',
      expect.stringContaining('trn-h100-04'),
      expect.stringContaining('trn-h100-05'),
      'In use5 machines',
      ...['01', '07', '08', '09', '10'].map((n) => expect.stringContaining(`trn-h100-${n}`) as string),
      'All free1 machine',
      expect.stringContaining('trn-h100-06'),
    ])
  })

  it('says why a machine is in trouble, how long GPUs are idle, and who uses the others', async () => {
    const gpus = [aMachineGpu(0, 'HELD_IDLE', heldBy('asharma')), aMachineGpu(1)]
    const page = await open(
      aFleet([
        thisMachine([aMachineGpu(0, 'WORKING', heldBy('yliu', 'ekim'))]),
        aMachine('lost', [aMachineGpu(3, 'TROUBLE')], {}, { alerts: [anAlert([3])] }),
        aMachine('idle', gpus),
        silentMachine('silent', null),
      ]),
    )

    expect(rows(page)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('GPU 3: Fell off the bus'),
        expect.stringContaining('asharma 1 idle 31 h'),
        expect.stringMatching(/ekim \+1/),
        expect.stringContaining('silent since'),
      ]),
    )
  })
})
