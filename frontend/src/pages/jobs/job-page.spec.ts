import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { ok, refused, type ApiHandler } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { PastServer } from '@/testing/past'
import { aJob, JOB } from '@/testing/past-jobs'
import { bodyRows } from '@/testing/tables'

function open(id: string, api: ApiHandler[] = [], query = ''): Promise<Dashboard> {
  return Dashboard.open(`/Jobs/${id}${query}`, { api: [...api, new PastServer().handle] })
}

const main = (page: Dashboard) => textOf(page.get.getByRole('main'))

describe('the report of a job', () => {
  it('begins with the advice of the server and the facts', async () => {
    const page = await open(JOB)

    expect(main(page)).toMatch(/^train\.pymchen · GPUs 0, 1 · running since/)
    expect(page.get.getByRole('heading', { name: 'Used well: a kernel ran 57 % of the time.' })).toBeInTheDocument()
    expect(main(page)).toContain('Workloadslurm job 280678')
    expect(main(page)).toContain('2 processes · pid 41102, 41103')
    expect(page.get.getByRole('link', { name: /^Jobs/ })).toHaveAttribute('aria-current', 'page')
  })

  it('divides the GPU-hours, and has their energy and memory', async () => {
    const page = await open(JOB)

    expect(main(page)).toMatch(/6\.0 GPU-hours on 2 GPUs in (3 h|2 h 59 min)/)
    expect(main(page)).toContain('SM active2.8 h47 %busy, SMs waiting0.6 h10 %held idle2.6 h43 %')
    expect(main(page)).toContain('Energy2.34 kWh310 Wh of it while idle')
    expect(main(page)).toContain('Peak memory71.4 GiBof 79.6 GiB')
  })

  it('charts utilization and power over its life', async () => {
    const page = await open(JOB)
    const wanted = page.requests.find(({ path, query }) => path === 'history' && query.has('metrics'))?.query

    expect(wanted?.get('metrics')).toBe('utilization.gpu,power.draw')
    expect(wanted?.get('gpus')).toBe('0,1')
    expect(wanted?.get('from')).toBe(aJob().startedAt)
    expect(page.get.getByRole('img', { name: 'Utilization over time' })).toBeInTheDocument()
    expect(page.get.getByRole('img', { name: 'Power over time' })).toBeInTheDocument()
  })

  it('has a row for each GPU, and how even they were', async () => {
    const page = await open(JOB)
    const rows = bodyRows(page.get.getByRole('region', { name: 'Each GPU' })).map(textOf)

    expect(rows[0]).toBe('053 %44 %71.4 / 79.6 GiB367 W1.17 kWh–nobody')
    expect(main(page)).toContain('even: 0.7 points from the busiest to the idlest')
  })

  it('names the GPUs that are reserved for it and that it does not use', async () => {
    const reserving: ApiHandler = ({ path }) => (path === `jobs/${JOB}` ? ok(aJob({ reservedGpus: [2, 3] })) : null)

    expect(main(await open(JOB, [reserving]))).toContain('has GPUs 2, 3 and runs nothing on them')
  })

  it('leads to the jobs that shared a GPU, and has dashes where it was never alone', async () => {
    const page = await open('kernel-3f2b')
    const [row] = bodyRows(page.get.getByRole('region', { name: 'Each GPU' })) as [HTMLElement]

    expect(textOf(row)).toMatch(/^4––71\.4/)
    expect(within(row).getByRole('link', { name: '41200-1795338841' })).toHaveAttribute(
      'href',
      '/Jobs/41200-1795338841',
    )
  })

  it('leads from events to their time, and to the job that it continues', async () => {
    const page = await open('41000-1795338000')

    expect(page.get.getByRole('link', { name: 'GPU 2: GPU memory page fault (Xid 31)' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/Timeline\?list=1&at=2026-/),
    )
    expect(page.get.getByRole('link', { name: 'It continues an earlier job' })).toHaveAttribute('href', `/Jobs/${JOB}`)
    expect(main(page)).toMatch(/Throttled2 h 2 min power limit/)
  })

  it('leads to its time in the timeline', async () => {
    const page = await open('41000-1795338000')

    await page.click(page.get.getByRole('link', { name: 'This job' }))
    expect(page.address).toMatch(/^\/Timeline\?from=2026-.*&to=2026-/)
  })

  it('is copied as the text of the server, and named as a command', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const page = await open(JOB)

    await page.click(page.get.getByRole('button', { name: /^Copy as text/ }))
    expect(writeText).toHaveBeenCalledWith(`gpulse job report   ${JOB}`)
    expect(main(page)).toMatch(/curl -s 'http.*\/api\/v1\/jobs\/slurm-280678\?format=text'/)
  })

  it('is not requested again once the job has ended', async () => {
    const page = await open('41000-1795338000')
    const count = () => page.requests.filter(({ path }) => path.startsWith('jobs/')).length
    const before = count()

    await page.pass(120_000)
    expect(count()).toBe(before)
  })

  it('is requested again while the job runs', async () => {
    let sentence = 'First.'
    const page = await open(JOB, [
      ({ path, query }) =>
        path === `jobs/${JOB}` && !query.has('format') ? ok(aJob({ advice: [{ rule: 'low-sm', sentence }] })) : null,
    ])
    sentence = 'Second.'

    await page.pass(20_000)
    await page.settle()
    expect(page.get.getByRole('heading', { name: 'Second.' })).toBeInTheDocument()
  })

  it.each([
    [404, 'There is no job 7.', 'This job is not known', 'There is no job 7.'],
    [503, 'The history is off.', 'Jobs are not available.', 'The history is off.'],
    [500, 'It failed.', 'The jobs could not be loaded: It failed.', ''],
  ])('may be missing: %i', async (status, detail, text, more) => {
    const page = await open('7', [({ path }) => (path === 'jobs/7' ? refused(status, detail) : null)])

    expect(main(page)).toContain(text)
    expect(main(page)).toContain(more)
  })

  it('is Chinese', async () => {
    const page = await open(JOB, [], '?lang=zh')

    expect(page.requests.find(({ path }) => path === `jobs/${JOB}`)?.query.get('lang')).toBe('zh')
    expect(main(page)).toContain('使用良好：57% 的时间有 CUDA kernel 在运行。')
  })
})
