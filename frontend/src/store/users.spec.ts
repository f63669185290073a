import { describe, expect, it } from 'vitest'
import { aProcess } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { RUNNING, usersOf } from './users'

describe('the users of a machine', () => {
  it('are listed with their GPUs, each GPU once', () => {
    const { users } = usersOf([
      aGpu(0, { processes: [aProcess(1, 'mchen'), aProcess(2, 'mchen')] }),
      aGpu(1, { processes: [aProcess(3, 'asharma'), aProcess(4, 'mchen')] }),
    ])

    expect(users).toEqual([
      { name: 'mchen', gpus: [0, 1] },
      { name: 'asharma', gpus: [1] },
    ])
  })

  it('are sorted by their number of GPUs, and then by name', () => {
    const { users, quality } = usersOf([
      aGpu(0, { processes: [aProcess(1, 'jlopez'), aProcess(2, 'asharma')] }),
      aGpu(1, { processes: [aProcess(3, 'mchen')] }),
      aGpu(2, { processes: [aProcess(4, 'mchen')] }),
    ])

    expect(users.map(({ name }) => name)).toEqual(['mchen', 'asharma', 'jlopez'])
    expect(quality).toBe('ok')
  })

  it('may be incomplete', () => {
    const { unknown } = usersOf([
      aGpu(0, { processes: [aProcess(1, 'mchen'), aProcess(2, null)], processesOmitted: 3 }),
    ])

    expect(unknown).toBe(4)
  })

  it('are none only if the driver reports no processes', () => {
    expect(usersOf([aGpu(0, { values: { [RUNNING]: 0 } })])).toMatchObject({ users: [], quality: 'ok' })
    expect(usersOf([aGpu(0, { absent: { [RUNNING]: 'NO_PERMISSION' } })])).toMatchObject({ quality: 'noAccess' })
    expect(usersOf([aGpu(0), aGpu(1, { values: { [RUNNING]: 0 } })])).toMatchObject({ quality: 'ok' })
    expect(usersOf([aGpu(0), aGpu(1, { absent: { [RUNNING]: 'NO_PERMISSION' } })])).toMatchObject({
      quality: 'noAccess',
      reason: 'NO_PERMISSION',
    })
    expect(usersOf([aGpu(0)])).toMatchObject({ quality: 'waiting' })
  })

  it('are unknown where their names are hidden', () => {
    const hidden = usersOf([aGpu(0, { values: { [RUNNING]: 1 }, processes: [aProcess(1, null)] })])

    expect(hidden).toMatchObject({ users: [], quality: 'noAccess', reason: 'HIDDEN' })
  })
})
