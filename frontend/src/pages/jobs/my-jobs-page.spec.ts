import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ok, refused, type ApiHandler } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { PastServer } from '@/testing/past'
import { aJob } from '@/testing/past-jobs'
import { firstOf } from '@/testing/tables'

const signedIn: ApiHandler = ({ path }) => (path === 'session' ? ok({ user: 'asharma' }) : null)

function open(path: string, api: ApiHandler[] = [], storage = {}): Promise<Dashboard> {
  return Dashboard.open(path, { api: [...api, new PastServer().handle], storage })
}

const card = (page: Dashboard, name: string) => page.get.getByRole('region', { name })

describe('the jobs of one user', () => {
  it('are cards with what to do, the last day of their GPUs, and figures', async () => {
    const page = await open('/Jobs?by=mine&user=asharma')
    const own = card(page, 'finetune_sd35.py')

    expect(textOf(own)).toMatch(
      /finetune_sd35\.py ?GPU 4.*kernel 3f2b.*It held its GPUs idle for 18\.8 of 18\.8 GPU-hours/,
    )
    expect(textOf(own)).toContain('held idle18.8 GPU-hoursof 20.3 since')
    expect(textOf(own)).toContain('Energy1.68–2.47 kWhGPUs shared with other jobs')
    expect(within(own).getAllByRole('img', { name: 'GPU 4 over time: states and utilization' })).toHaveLength(1)
    expect(within(own).getByRole('link', { name: 'Job report' })).toHaveAttribute('href', '/Jobs/kernel-3f2b')
  })

  it('name the way to free GPUs that are held idle', async () => {
    const page = await open('/Jobs?by=mine&user=asharma')

    expect(textOf(card(page, 'finetune_sd35.py'))).toContain(
      'Free it: 71.2 GiBIn the notebook: Kernel, then Shut Down.',
    )
  })

  it('have no such way while they work', async () => {
    const page = await open('/Jobs?by=mine&user=mchen')

    expect(textOf(card(page, 'train.py'))).not.toContain('Free it')
    expect(textOf(card(page, 'train.py'))).toContain('Difference0.7 points')
    expect(textOf(card(page, 'train.py'))).toContain('Memory now71.2 GiBmost on one GPU, peak 71.4 GiB')
    expect(page.get.getByRole('table', { name: 'Jobs' })).toBeInTheDocument()
  })

  it('are those of the user that was chosen last, in this browser', async () => {
    const page = await open('/Jobs?by=mine')
    expect(textOf(page.get.getByRole('main'))).toContain('Choose your user.')

    await page.click(page.get.getByRole('button', { name: 'mchen' }))
    expect(page.address).toContain('user=mchen')
    await page.router.push('/Jobs?by=mine')
    await page.settle()
    expect(card(page, 'train.py')).toBeInTheDocument()
  })

  it('are those of the signed-in user', async () => {
    const page = await open('/Jobs?by=mine', [signedIn])

    expect(card(page, 'finetune_sd35.py')).toBeInTheDocument()
  })

  it('may be none: the free GPUs are offered', async () => {
    const page = await open('/Jobs?by=mine&user=nobody')

    expect(textOf(page.get.getByRole('main'))).toContain('Nothing of yours runs.')
    expect(page.get.getByRole('link', { name: /GPUs? (is|are) free\.$/ })).toHaveAttribute('href', '/Free')
  })

  it('have no lanes without a history', async () => {
    const off: ApiHandler = ({ path }) => (path.startsWith('history') ? refused(503, 'It is off.') : null)
    const page = await open('/Jobs?by=mine&user=mchen', [off])

    expect(textOf(card(page, 'train.py'))).toContain('There is no history.')
  })

  it('have dashes for unknown figures', async () => {
    const unknown = aJob({
      ...{ peakMemoryBytes: null, energyKilowattHours: null, energyMostKilowattHours: null, unevenness: null },
      gpuHours: { active: 2, heldIdle: 0, shared: 0, unknown: 0, total: 2 },
      gpus: aJob().gpus.map((gpu) => ({ ...gpu, memoryBytes: null })),
    })
    const page = await open('/Jobs?by=mine&user=mchen', [
      ({ path }) => (path === 'jobs' ? ok({ jobs: [unknown], omitted: 0 }) : null),
    ])
    const figures = within(card(page, 'train.py'))
      .getAllByRole('definition')
      .map((each) => textOf(each))

    expect(figures).toEqual([
      '– most on one GPU, peak –',
      expect.stringMatching(/^0\.0 GPU-hours/),
      expect.stringMatching(/^– SM activity is unknown/),
      expect.stringMatching(/^– /),
      expect.stringMatching(/^– /),
    ])
    expect(firstOf(page.get.getAllByRole('heading', { level: 2 }))).toBeInTheDocument()
  })
})
