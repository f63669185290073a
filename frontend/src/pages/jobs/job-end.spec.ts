import { expect, it } from 'vitest'
import type { Job } from '@/api/types'
import { aJob } from '@/testing/past-jobs'
import { endOf } from './job-end'

const of = (kind: NonNullable<Job['workload']>['kind'], system: string | null, id = '77') =>
  endOf(aJob({ workload: { kind, system, id } }))?.command

it.each([
  ['JOB', 'slurm', 'scancel 77'],
  ['JOB', 'pbs', 'qdel 77'],
  ['JOB', 'lsf', 'bkill 77'],
  ['JOB', 'htcondor', 'condor_rm 77'],
  ['CONTAINER', 'docker', 'docker stop 77'],
  ['CONTAINER', 'libpod', 'podman stop 77'],
  ['UNIT', null, 'systemctl stop 77'],
  ['KERNEL', null, null],
] as const)('a %s of %s is ended by %s', (kind, system, command) => {
  expect(of(kind, system)).toBe(command)
})

it.each([
  ['JOB', 'toString'],
  ['CONTAINER', 'crio'],
  ['POD', null],
  ['RAY', null],
] as const)('nothing is offered for a %s of %s', (kind, system) => {
  expect(endOf(aJob({ workload: { kind, system, id: '77' } }))).toBeNull()
})

it('an id that a shell would interpret is no part of a command', () => {
  expect(of('JOB', 'slurm', '7; rm -rf ~')).toBeUndefined()
})

it('a group of processes is ended by all its PIDs, if they are known', () => {
  expect(endOf(aJob({ workload: null }))?.command).toBe('kill 41102 41103')
  expect(endOf(aJob({ workload: null, processes: 80 }))).toBeNull()
})
