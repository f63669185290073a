import type { Sentence, Story } from '../api/types'
import { NOW, spanOf, uuid } from './past'

const HOUR = 3_600_000

function sentence(hours: number, changes: Partial<Sentence> & Pick<Sentence, 'kind' | 'text'>): Sentence {
  return {
    at: new Date(NOW - hours * HOUR).toISOString(),
    until: new Date(NOW - hours * HOUR + 600_000).toISOString(),
    severity: 'info',
    gpus: [],
    gpuHours: null,
    events: [],
    mark: null,
    ...changes,
  }
}

export function story(query: URLSearchParams): Story {
  const { from, to } = spanOf(query)
  const isChinese = query.get('lang') === 'zh'
  const text = (english: string, chinese: string) => ({ text: isChinese ? chinese : english })
  const gpus = (...indexes: number[]) => indexes.map((index) => ({ index, uuid: uuid(index) }))
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    sampledFrom: new Date(from).toISOString(),
    sentences: [
      sentence(9, {
        kind: 'gap',
        ...text(
          'Machine: gpulse was stopped for 48 min; nothing is known of that time.',
          '主机：gpulse 停止 48 分钟；这段时间没有数据。',
        ),
      }),
      sentence(6.5, {
        kind: 'free',
        gpus: gpus(0, 1),
        ...text(
          'GPUs 0–1: train.py of mchen ended; 7 GPU-hours were free.',
          'GPU 0–1：mchen 的 train.py 结束；空闲 7 GPU 小时。',
        ),
      }),
      sentence(1, {
        kind: 'lost',
        severity: 'critical',
        gpus: gpus(3),
        until: null,
        ...text('GPU 3 was lost.', 'GPU 3 已丢失。'),
      }),
    ],
    omitted: 2,
    quiet: null,
  }
}
