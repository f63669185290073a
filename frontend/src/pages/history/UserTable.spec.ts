import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { OwnerUsage, UserUsage } from '@/api/types'
import { unmountAfterEach } from '@/testing/unmount'
import UserTable from './UserTable.vue'

unmountAfterEach()

const USER: UserUsage = {
  ...{ user: 'mchen', energyKilowattHours: 3, seconds: 3600, activeSeconds: 3000, heldIdleSeconds: 0 },
  ...{ peakMemoryBytes: 2 ** 31, processes: 4 },
}

function row(kind: OwnerUsage['kind'], owners: string[], hours: number, energy: number | null): OwnerUsage {
  const active = owners.length > 0 ? hours : 0
  return { kind, owners, gpuHours: hours, activeGpuHours: active, heldIdleGpuHours: 0, energyKilowattHours: energy }
}

/** The cells of each row, and the heads. */
function shown(owners: OwnerUsage[]) {
  const table = mount(UserTable, { props: { owners, users: [USER] } })
  const rows = table
    .findAll('tbody tr')
    .map((each) => [each.find('th').text(), ...each.findAll('td').map((cell) => cell.text())])
  return { rows, head: table.find('thead').text() }
}

it('users, shared GPUs and what has no user add up to the last digit', () => {
  const { rows } = shown([
    row('OWNER', ['mchen'], 1.006, 3.006),
    row('SHARED', ['jlopez', 'tbauer'], 1.002, 1.002),
    row('OTHER', [], 0.5, null),
    row('FREE', [], 2, 0.25),
    row('RESERVED', [], 1, 0.1),
    row('NOT_ATTRIBUTED', [], 0.25, null),
  ])

  expect(rows).toEqual([
    ['mchen', '4', '1.01', '1.01', '0.00', '2.0', '3.01'],
    ['jlopez + tbauer', '', '1.00', '1.00', '0.00', '', '1.00'],
    ['unknown user', '', '0.50', '0.00', '0.00', '', '–'],
    ['free', '', '2.00', '', '', '', '0.25'],
    ['reserved for jobs', '', '1.00', '', '', '', '0.10'],
    ['not attributed', '', '0.25', '', '', '', '–'],
    ['All', '', '5.76', '', '4.36'],
  ])
})

it('has the unit of the energy of all', () => {
  expect(shown([row('OWNER', ['mchen'], 1, 0.99)]).head).toContain('Wh')
  expect(
    shown([row('OWNER', ['mchen'], 1, 0.99)])
      .rows.at(-1)
      ?.at(-1),
  ).toBe('990.00')
})

it('has no energy where none is known', () => {
  const { rows } = shown([row('OTHER', [], 0.5, null), row('NOT_ATTRIBUTED', [], 3.5, null)])

  expect(rows.map((cells) => cells.at(-1))).toEqual(['–', '–', '–'])
})
