import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { refused, type ApiHandler } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { chartTitles, inAddress, lastQuery, openHistory } from '@/testing/history-page'
import { BUSY } from '@/testing/machine'
import { PastServer, uuid } from '@/testing/past'
import { bodyRows } from '@/testing/tables'

describe('the charts of the history page', () => {
  it('offers what it shows as CSV', async () => {
    const { page } = await openHistory('/History?range=3h&gpus=0,3')

    const link = page.get.getByRole('link', { name: 'CSV' })
    const query = new URL(link.getAttribute('href') ?? '').searchParams
    expect(Object.fromEntries(query)).toMatchObject({ range: '3h', gpus: '0,3', format: 'csv' })
    expect(query.get('metrics')).toContain('power.draw')
    expect(link).toHaveAttribute('download')
  })

  it('in a frame requests its GPUs, which may be named by UUID', async () => {
    const { page, server } = await openHistory(`/History?gpus=${uuid(3)}`, { chosen: uuid(3) })

    expect(lastQuery(server).get('gpus')).toBe('3')
    expect(page.get.getAllByTestId('chart-row')[0]).not.toHaveTextContent('GPU 0')
  })

  it('adds any metric, and draws all GPUs as one line', async () => {
    const { page, server } = await openHistory()
    await page.click(page.get.getByRole('button', { name: '+ panel' }))
    const dialog = within(page.get.getByRole('dialog', { name: 'Add a timeline' }))
    await page.type(dialog.getByRole('searchbox'), 'clocks.current.sm')
    const [row] = within(dialog.getByRole('list')).getAllByRole('button')
    if (row === undefined) throw new Error('No metric was found')
    await page.click(row)

    expect(lastQuery(server).get('metrics')).toContain('clocks.current.sm')
    expect(inAddress(page, 'metrics')).toBe('clocks.current.sm')
    expect(chartTitles(page)).toHaveLength(5)
    expect(chartTitles(page)).toContainEqual(expect.stringMatching(/clock/i))
    expect(page.get.getAllByTestId('chart-row')[0]).toHaveTextContent('mean of the GPUs')

    await page.click(page.get.getByRole('button', { name: 'Each GPU' }))
    expect(page.get.getAllByTestId('chart-row')[0]).toHaveTextContent('per GPU')
    expect(inAddress(page, 'lines')).toBe('each')
  })

  it('requests the states of its period once, for the ribbon and for the sums', async () => {
    const requested: string[] = []
    const count: ApiHandler = ({ path, query }) => {
      if (path === 'history/states') requested.push(query.toString())
      return null
    }
    const { page } = await openHistory('/History?range=12h&gpus=3', { api: [count] })
    await page.catchUp()

    expect(page.get.getByRole('region', { name: /GPU-hours went/ })).toHaveTextContent('lost')
    expect(requested).toEqual(['range=43200s&gpus=3&points=600'])
  })

  it('is in Chinese', async () => {
    const { page } = await openHistory('/History?lang=zh')

    expect(page.get.getByRole('heading', { name: '历史' })).toBeInTheDocument()
    expect(chartTitles(page)[0]).toBe('GPU 利用率')
    expect(page.get.getByRole('region', { name: /GPU 小时的去向/ })).toHaveTextContent('空闲但占着显存')
    expect(page.get.getByRole('main')).not.toHaveTextContent(/history\w*\./)
  })
})

describe('the sums of the history page', () => {
  it('sums up the time of a GPU in each state, to the whole range', async () => {
    const { page } = await openHistory('/History?range=12h&gpus=3')
    const time = page.get.getByRole('region', { name: /GPU-hours went/ })

    expect(time).toHaveTextContent(
      /Where the 12\.00 GPU-hours went.*busy10\.1[67].*lost1\.00.*no samples0\.83.*Energy5\.15 kWh/,
    )
    expect(bodyRows(page.get.getByRole('region', { name: 'Totals' }))[0]).toHaveTextContent('1 h 50 min')
  })

  it('sums up each GPU and all', async () => {
    const { page } = await openHistory()

    const totals = bodyRows(page.get.getByRole('region', { name: 'Totals' }))
    expect(totals).toHaveLength(9)
    expect(totals[0]).toHaveTextContent('4.85')
    expect(totals[7]).toHaveTextContent('power limit')
    const users = bodyRows(page.get.getByRole('region', { name: 'Users' }))
    expect(users.map((row) => textOf(within(row).getByRole('rowheader')))).toEqual([
      'mchen',
      'svc-infer',
      'asharma + svc-infer',
      'unknown user',
      'free',
      'not attributed',
      'All',
    ])
    const energy = users.map((row) => Number(textOf(within(row).getAllByRole('cell').at(-1)).replace('–', '0')))
    expect(energy.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBeCloseTo(energy.at(-1) ?? NaN, 6)
  })
})

describe('the history page while it is loaded', () => {
  /** Holds the answers to a path until they are let go. */
  function held(path: string) {
    const waiting: (() => void)[] = []
    const api: ApiHandler = async (request) => {
      if (request.path === path) await new Promise<void>((resolve) => waiting.push(resolve))
      return null
    }
    const letGo = () => {
      waiting.forEach((each) => {
        each()
      })
    }
    return { api, letGo }
  }

  it('has no users before the totals, which are above them', async () => {
    const { api, letGo } = held('history/summary')
    const { page } = await openHistory('/History', { api: [api] })
    expect(page.get.queryByRole('region', { name: 'Users' })).toBeNull()

    letGo()
    await page.settle()
    expect(page.get.getByRole('region', { name: 'Users' })).toBeInTheDocument()
    expect(page.get.getByRole('region', { name: 'Totals' })).toBeInTheDocument()
  })

  it('has the users without totals, if these fail', async () => {
    const failing: ApiHandler = ({ path }) => (path === 'history/summary' ? refused(500, 'No.') : null)
    const { page } = await openHistory('/History', { api: [failing] })

    expect(page.get.getByRole('region', { name: 'Users' })).toBeInTheDocument()
  })

  it('has the button of its CSV file before its address', async () => {
    const { api, letGo } = held('status')
    const { page } = await openHistory('/History', { api: [api] })
    expect(page.get.getByText('CSV')).not.toHaveAttribute('href')

    letGo()
    await page.settle()
    expect(page.get.getByText('CSV')).toHaveAttribute('href')
  })

  it('has no marks before the states, which are before them in the legend', async () => {
    const { api, letGo } = held('history/states')
    const { page } = await openHistory('/History', { api: [api] })
    const marks = () => within(page.get.getByTestId('marks')).queryAllByRole('link')
    expect(marks()).toHaveLength(0)

    letGo()
    await page.settle()
    expect(marks()).not.toHaveLength(0)
  })
})

describe('the notice of the history page', () => {
  it.each([
    ['OFF', 'The history is switched off.'],
    ['MEMORY_ONLY', 'The history cannot be written to disk: it lasts only as long as gpulse runs.'],
    ['LOCKED', 'Another gpulse uses the history file, so this one stores nothing.'],
  ] as const)('explains the state %s', async (state, sentence) => {
    const server = new PastServer()
    server.status = { ...server.status, state, detail: 'In the words of the server.' }
    if (state === 'OFF') server.instead = () => refused(503, 'It is off.')
    const page = await Dashboard.open('/History', { changes: BUSY, api: [server.handle] })

    const notice = page.get.getByText(sentence).closest<HTMLElement>('[role=status]')
    expect(notice).toHaveTextContent('Details')
    expect(notice).toHaveTextContent('In the words of the server.')
    expect(page.get.queryAllByTestId('chart-row')).toHaveLength(state === 'OFF' ? 0 : 4)
  })

  it('names a period without samples', async () => {
    const { page } = await openHistory('/History?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z')

    expect(page.get.getByText('Nothing was sampled in this time.')).toBeInTheDocument()
  })
})
