import { afterEach, describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { speak } from '@/i18n/language'
import { t } from '@/i18n/words'
import { anInstance, instanceValues, splitGpu } from '@/testing/mig'
import { momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { storyOf } from './story'

const spaced = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')

/** The story of a GPU after this number of snapshots, two seconds apart. */
function tell(changes: (place: number) => Partial<Gpu>, count = 30, locale: 'en' | 'zh' = 'en') {
  const all = Array.from({ length: count }, (_, place) => aGpu(0, changes(place)))
  const moment = momentAfter(all.map((gpu, place) => aSnapshot(2 * place, { gpus: [gpu] })))
  const gpu = all.at(-1) ?? aGpu(0)
  return storyOf({ moment, gpu, state: gpu.state, fault: null, insights: [], t, locale })
}
const sentence = (...about: Parameters<typeof tell>) => spaced(tell(...about).sentence.text)

/** The instances whose processes compute, without free ones. */
function busy(): Partial<Gpu> {
  const [one, , three] = splitGpu().mig ?? []
  return { ...splitGpu(), mig: [one, three].filter((each) => each !== undefined) }
}
/** The second instance stopped computing at this snapshot. */
const idleFrom = (start: number) => (place: number) => {
  const values = instanceValues(place < start ? 90 : 0, 12.1, 19.5, 1)
  return { ...splitGpu(), mig: [anInstance(2, '2g.20gb', { values })] }
}

afterEach(() => speak('en'))

describe('the sentence of a split GPU', () => {
  it('names the free instance, and the idle one with its holder', () => {
    expect(sentence(splitGpu)).toBe(
      'Instance 0:4 is free. Instance 0:2 is idle and holds 12 GiB for jlopez’s train.ipynb (pid 50214).',
    )
  })

  it('gives the idle time where its start was sampled, and warns after ten minutes', () => {
    expect(sentence(idleFrom(10), 80)).toMatch(/^Instance 0:2 has been idle for 2 min and holds 12 GiB for jlopez/)
    expect(tell(idleFrom(10), 80).health).toBe('ok')
    expect(tell(idleFrom(0), 320).health).toBe('warn')
  })

  it('calls no instance idle that has computed a moment ago', () => {
    expect(sentence(idleFrom(25))).toBe('Split into 1 instance, which is in use.')
    expect(sentence(busy)).toBe('Split into 2 instances, all in use.')
  })

  it('names idle instances that hold little', () => {
    const small = { values: instanceValues(0, 0.5, 9.75, 1) }
    const two = [anInstance(3, '1g.10gb', small), anInstance(4, '1g.10gb', small)]
    const with_ = (...mig: Gpu['mig']) => sentence(() => ({ ...splitGpu(), mig }))
    const [used = small, held = small, , free = small] = splitGpu().mig ?? []

    expect(with_(anInstance(1, '3g.40gb', used), ...two)).toBe('Split into 3 instances, 2 of them idle.')
    expect(with_(two[0] ?? anInstance(3, ''))).toBe('Split into 1 instance, which is idle.')
    expect(with_(anInstance(4, '1g.10gb', free), anInstance(3, '1g.10gb', small))).toBe(
      'Instance 0:4 is free. 1 more instance is idle.',
    )
    expect(with_(anInstance(2, '2g.20gb', held), ...two)).toMatch(/\(pid 50214\)\. 2 more instances are idle\.$/)
  })

  it('counts the memory of a GPU instance once', () => {
    const values = instanceValues(0, 12.1, 19.5, 1)
    const mig = [0, 1].map((computeInstance) => anInstance(2, '1c.2g.20gb', { values, computeInstance }))

    expect(sentence(() => ({ ...splitGpu(), mig }))).toBe(
      'Instance 0:2 is idle and holds 12 GiB for jlopez’s train.ipynb (pid 50214).',
    )
  })

  it('does not call the GPU itself idle or busy', () => {
    const { text } = tell(busy).sentence
    expect(text).not.toMatch(/[Ii]dle for|Busy|Runs/)
    expect(tell(busy).more.map((each) => each.text)).toEqual([
      'Temperature, power and clocks belong to the whole GPU, which reports no utilization in MIG mode.',
    ])
  })

  it('does not call an instance free whose processes are unknown', () => {
    const unread = anInstance(1, '7g.80gb', { absent: { 'mig.processes.running': 'NO_PERMISSION' } })
    expect(sentence(() => ({ ...splitGpu(), processes: [], mig: [unread] }))).toBe(
      'Split into 1 instance; whether it is in use is not known.',
    )
  })

  it('has Chinese words', async () => {
    await speak('zh')
    expect(sentence(splitGpu, 30, 'zh')).toMatch(/^实例 0:4 空闲。实例 0:2 没有任务/)
  })
})
