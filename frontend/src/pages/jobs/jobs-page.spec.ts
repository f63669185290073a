import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { Job } from '@/api/types'
import { ok, refused, type ApiHandler } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { PastServer } from '@/testing/past'
import { aJob, gpuHours, jobGpu, jobs } from '@/testing/past-jobs'
import { bodyRows, cellOf, firstOf } from '@/testing/tables'

/** The title changes at most once in this time. */
const TITLE_MILLIS = 1000

const served = (...all: Job[]): ApiHandler => {
  return ({ path }) => (path === 'jobs' ? ok({ jobs: all, omitted: 2 }) : null)
}

/** The recorded jobs, and two that run nothing on their GPUs. */
const withReserved: ApiHandler = ({ path, query }) =>
  path !== 'jobs'
    ? null
    : ok({
        ...{ jobs: jobs(query.get('lang')), omitted: 0 },
        reserved: [
          { id: '280679', system: 'slurm', user: 'jlopez', gpus: [5, 6, 7] },
          { id: '17', system: null, user: null, gpus: [1] },
        ],
      })

function open(path = '/Jobs', ...api: ApiHandler[]): Promise<Dashboard> {
  return Dashboard.open(path, { api: [...api, new PastServer().handle] })
}

function reserved(page: Dashboard): string[] {
  const region = page.get.queryByRole('region', { name: 'Reserved GPUs without a process' })
  return region === null ? [] : within(region).getAllByRole('listitem').map(textOf)
}

function table(page: Dashboard): HTMLElement {
  return page.get.getByRole('table', { name: 'Jobs' })
}

/** First cells of the rows below the head of a group. */
function names(page: Dashboard): string[] {
  return bodyRows(table(page)).map((row) => textOf(within(row).queryByRole('link') ?? row.firstElementChild))
}

describe('the jobs of all users', () => {
  it('are in two groups, the worst first', async () => {
    const page = await open()

    expect(names(page)).toEqual([
      'Running3 · worst first',
      'finetune_sd35.py',
      'train.py',
      'unknown name',
      'Finished1 · worst first',
      'train.py',
    ])
  })

  it('have their figures, and a dash for an unknown one, never 0', async () => {
    const page = await open('/Jobs?state=running')
    const [, notebook, job, other] = bodyRows(table(page)) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement]

    expect(textOf(cellOf(job, 'GPU-hours'))).toBe('6.0')
    expect(textOf(cellOf(job, 'Energy'))).toBe('2.34 kWh')
    expect(textOf(cellOf(job, 'Ran'))).toMatch(/^(3 h|2 h 59 min)$/)
    expect(textOf(cellOf(notebook, 'Energy'))).toBe('1.68–2.47 kWh')
    expect(textOf(cellOf(other, 'Energy'))).toBe('≤ 0.80 kWh')
    expect(textOf(cellOf(other, 'Peak memory'))).toBe('–')
    expect(textOf(cellOf(other, 'User'))).toBe('–')
    expect(within(cellOf(job, 'Use of')).getByRole('img')).toHaveAccessibleName(
      'SM active 2.8 h, busy, SMs waiting 0.6 h, held idle 2.6 h',
    )
  })

  it('say what is wrong with them, in the words of the server', async () => {
    const page = await open()
    const rows = bodyRows(table(page)).map(textOf)

    expect(rows[1]).toMatch(/finetune_sd35\.pyIt held its GPUs idle for 18\.8 of 18\.8 GPU-hours/)
    expect(rows[2]).toContain('Used well: a kernel ran 57 % of the time.')
    expect(rows[5]).toContain('GPU 2: GPU memory page fault (Xid 31)')
  })

  it('are sorted by any head, within their groups; a third click returns to the worst first', async () => {
    const page = await open()
    const head = () => page.get.getByRole('button', { name: /^GPU-hours/ })

    await page.click(head())
    expect(page.address).toBe('/Jobs?sort=-hours')
    expect(names(page)[1]).toBe('finetune_sd35.py')
    await page.click(head())
    expect(names(page)[1]).toBe('unknown name')
    await page.click(head())
    expect(page.address).toBe('/Jobs')
  })

  it('are filtered by job, user and GPU, by users and by whether they run', async () => {
    const page = await open('/Jobs?filter=gpu+4')
    expect(names(page).slice(1)).toEqual(['finetune_sd35.py', 'unknown name'])

    await page.type(page.get.getByRole('searchbox'), '280678')
    expect(names(page).slice(1)).toEqual(['train.py'])
    await page.type(page.get.getByRole('searchbox'), '')
    await page.click(page.get.getByRole('button', { name: 'mchen' }))
    expect(names(page)).toHaveLength(4)
    await page.click(page.get.getByRole('button', { name: 'Finished 1' }))
    expect(names(page)).toEqual(['Finished1 · worst first', 'train.py'])
  })

  it('offer to clear a filter that none matches', async () => {
    const page = await open('/Jobs?filter=nobody')

    await page.click(page.get.getByRole('button', { name: 'Clear the filter' }))
    expect(names(page)).toHaveLength(6)
  })

  it('lead to their reports by their row and by their key', async () => {
    const page = await open()

    await page.click(firstOf(within(table(page)).getAllByText('asharma')))
    expect(page.address).toBe('/Jobs/kernel-3f2b')
    await page.press('j')
    expect(page.address).toBe('/Jobs')
  })

  it('do not count a job of unknown state as finished', async () => {
    const page = await open('/Jobs', served(aJob({ state: 'UNKNOWN', advice: [], endedAt: null })))
    const row = firstOf(bodyRows(table(page)).slice(1))

    expect(names(page)[0]).toBe('Running1 · worst first')
    expect(textOf(row)).toContain('not sampled since')
    expect(within(row).getByRole('img', { name: 'unknown' })).toBeInTheDocument()
    expect(page.get.getByText('2 older jobs are not listed.')).toBeInTheDocument()
  })

  it('have a state of their own for busy time whose SM activity is unknown, and for what was not sampled', async () => {
    const hours = gpuHours({ active: 0.02, unknown: 2 })
    const page = await open('/Jobs', served(aJob({ gpuHours: hours, gpus: [jobGpu(0, hours)] })))

    expect(page.get.getAllByRole('img', { name: /^busy <\s0\.1 h, not sampled 2\.0 h$/ })).toHaveLength(2)
  })

  it.each([
    [503, 'The history is switched off.', 'Jobs are not available.', 'The history is switched off.'],
    [404, 'No such path.', 'This gpulse is too old to list jobs.', ''],
    [500, 'It failed.', 'The jobs could not be loaded: It failed.', ''],
  ])('say why there are none: %i', async (status, detail, text, more) => {
    const page = await open('/Jobs', ({ path }) => (path === 'jobs' ? refused(status, detail) : null))
    const main = textOf(page.get.getByRole('main'))

    expect(main).toContain(text)
    expect(main).toContain(more)
  })

  it('may be none', async () => {
    const page = await open('/Jobs', served())

    expect(textOf(page.get.getByRole('main'))).toContain('No job was on a GPU in the last 24 hours.')
  })

  it('are requested in the language of the page', async () => {
    const page = await open('/Jobs?lang=zh')

    expect(page.requests.find(({ path }) => path === 'jobs')?.query.get('lang')).toBe('zh')
    expect(textOf(page.get.getByRole('main'))).toContain('占用但空闲：等待时请结束它')
  })
})

describe('the jobs of schedulers that run nothing on their GPUs', () => {
  it('are above the table, with their GPUs', async () => {
    const page = await open('/Jobs', withReserved)

    expect(reserved(page)).toEqual([
      'slurm job 280679jlopezhas GPUs 5–7 and runs nothing on themGPU 5GPU 6GPU 7',
      'job 17has GPU 1 and runs nothing on itGPU 1',
    ])
    expect(names(page)).toHaveLength(6)
    await page.click(page.get.getByRole('link', { name: 'GPU 6' }))
    expect(page.address).toBe('/gpus/6')
  })

  it('are filtered as the others, and have not finished', async () => {
    const page = await open('/Jobs?filter=gpu+6', withReserved)
    expect(reserved(page)).toHaveLength(1)
    expect(textOf(page.get.getByRole('main'))).not.toContain('No job matches the filter')

    await page.type(page.get.getByRole('searchbox'), '')
    await page.click(page.get.getByRole('button', { name: 'jlopez' }))
    expect(page.address).toBe('/Jobs?user=jlopez')
    expect(reserved(page)).toEqual([expect.stringContaining('280679')])
    await page.click(page.get.getByRole('button', { name: 'Finished 0' }))
    expect(reserved(page)).toEqual([])
    expect(textOf(page.get.getByRole('main'))).toContain('No job matches the filter')
  })

  it('are among those of their user', async () => {
    const page = await open('/Jobs?by=mine&user=jlopez', withReserved)
    expect(reserved(page)).toEqual([expect.stringContaining('slurm job 280679')])

    await page.click(page.get.getByRole('button', { name: 'mchen' }))
    expect(reserved(page)).toEqual([])
  })

  it('are Chinese', async () => {
    const page = await open('/Jobs?lang=zh', withReserved)

    expect(textOf(page.get.getByRole('main'))).toContain(
      'slurm 作业 280679jlopez已分得 GPU 5–7，但未在其上运行任何程序',
    )
  })

  it('are not listed by an older server', async () => {
    expect(reserved(await open())).toEqual([])
  })
})

describe('the processes', () => {
  it('are a view of the jobs, to which their earlier address leads with its query', async () => {
    const page = await open('/Processes?group=none&filter=mchen')

    expect(page.address).toBe('/Jobs?by=process&group=none&filter=mchen')
    expect(page.get.getByRole('table', { name: 'Processes' })).toBeInTheDocument()
    expect(page.get.getByRole('link', { name: /^Jobs/ })).toHaveAttribute('aria-current', 'page')
    await page.click(page.get.getByRole('button', { name: 'All users' }))
    expect(table(page)).toBeInTheDocument()
    await page.press('8')
    expect(page.address).toContain('/Jobs?by=process')
  })

  it('name the tab as their heading, with each change of the view', async () => {
    const page = await open('/Processes')
    const tab = async () => {
      await page.pass(TITLE_MILLIS)
      return document.title.split(' · ').slice(-2).join(' · ')
    }

    expect(await tab()).toBe('Processes · gpulse')
    expect(page.get.getByRole('heading', { level: 1 })).toHaveTextContent('Processes')
    await page.click(page.get.getByRole('button', { name: 'Mine' }))
    expect(await tab()).toBe('Jobs · gpulse')
    await page.click(page.get.getByRole('button', { name: 'By process' }))
    expect(await tab()).toBe('Processes · gpulse')
    await page.click(page.get.getByRole('button', { name: 'All users' }))
    expect(await tab()).toBe('Jobs · gpulse')
  })
})
