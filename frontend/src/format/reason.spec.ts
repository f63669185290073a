import { expect, it } from 'vitest'
import { splitReason } from './reason'

it('the first statement of a reason ends a heading, the rest follows below', () => {
  expect(splitReason('The NVIDIA driver is not installed: libnvidia-ml.so.1 was not found.')).toEqual({
    first: 'the NVIDIA driver is not installed',
    rest: 'libnvidia-ml.so.1 was not found.',
  })
  expect(splitReason('The NVIDIA driver refuses gpulse: insufficient permissions (NVML code 4).')).toEqual({
    first: 'the NVIDIA driver refuses gpulse',
    rest: 'Insufficient permissions (NVML code 4).',
  })
})

it('a code in brackets leaves the heading', () => {
  expect(splitReason('The NVIDIA driver is not loaded (NVML code 9).')).toEqual({
    first: 'the NVIDIA driver is not loaded',
    rest: 'NVML code 9.',
  })
})

it('names retain their case', () => {
  expect(splitReason('NVML cannot be loaded').first).toBe('NVML cannot be loaded')
  expect(splitReason('libnvidia-ml.so.1 was not found').first).toBe('libnvidia-ml.so.1 was not found')
})

it('a Chinese sentence ends with its own full stop', () => {
  expect(splitReason('未安装 NVIDIA 驱动。找不到 libnvidia-ml.so.1。')).toEqual({
    first: '未安装 NVIDIA 驱动',
    rest: '找不到 libnvidia-ml.so.1。',
  })
})
