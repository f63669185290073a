import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { UserUsage } from '@/api/types'
import { unmountAfterEach } from '@/testing/unmount'
import UserTable from './UserTable.vue'

unmountAfterEach()

const USER = { seconds: 3600, activeSeconds: 3000, heldIdleSeconds: 0, peakMemoryBytes: null, processes: 1 }

/** The names and energies of the table, and its unit. */
function shown(energy: number | null, users: number[]) {
  const all: UserUsage[] = users.map((energyKilowattHours, i) => ({ ...USER, user: `user${i}`, energyKilowattHours }))
  const table = mount(UserTable, { props: { users: all, energy } })
  const rows = table.findAll('tbody tr').map((row) => [row.find('th').text(), row.findAll('td').at(-1)?.text()])
  return { rows, head: table.find('thead').text() }
}

it('users and the energy that is not attributed add up to that of the GPUs', () => {
  expect(shown(5.004, [3, 1.5]).rows).toEqual([
    ['user0', '3.00'],
    ['user1', '1.50'],
    ['not attributed', '0.50'],
    ['All', '5.00'],
  ])
})

it('all is the energy of the GPUs, also if that of the users is larger at the ends of the period', () => {
  expect(shown(4.4, [3, 1.5]).rows).toEqual([
    ['user0', '3.00'],
    ['user1', '1.50'],
    ['All', '4.40'],
  ])
})

it('has the unit of the energy of the GPUs', () => {
  expect(shown(0.99, [1.01]).head).toContain('Wh')
  expect(shown(0.99, [1.01]).rows.at(-1)).toEqual(['All', '990.00'])
})

it('has no sum while the energy of the GPUs is unknown', () => {
  expect(shown(null, [3]).rows).toEqual([['user0', '3.00']])
})
