import { describe, expect, test } from 'vitest'
import { Problem, type Kernel, type KernelGpu, type KernelsResponse, type MachineGpu } from './contract'
import { statusText } from './status-text'
import { Texts } from './texts'

const GIB = 1024 ** 3
const english = new Texts('en')
const chinese = new Texts('zh_CN')
const current = { id: 'k', notebook: 'train.ipynb' }

function kernelGpu(index: number, gib: number | null): KernelGpu {
  return {
    index,
    uuid: `GPU-${index}`,
    name: 'NVIDIA H100',
    memoryUsed: gib === null ? null : gib * GIB,
    memoryTotal: 80 * GIB,
    heldIdleSince: null,
    busySince: null,
  }
}

function machineGpu(index: number, utilization: number | null, gib: number | null): MachineGpu {
  return { ...kernelGpu(index, gib), utilization }
}

function usage(changes: Partial<KernelsResponse>): KernelsResponse {
  return { at: null, stale: false, state: 'READY', detail: null, kernels: [], gpus: [], insights: null, ...changes }
}

function kernel(gpus: KernelGpu[], changes: Partial<Kernel> = {}): KernelsResponse {
  return usage({ kernels: [{ id: 'k', pid: 1, state: 'OK', detail: null, gpus, ...changes }] })
}

describe('the status bar', () => {
  test.each([
    ['one GPU', kernel([kernelGpu(1, 12)]), 'GPU 1: 12.0 GiB (this kernel)', 'GPU 1: 12.0 GiB（本内核）'],
    ['two GPUs', kernel([kernelGpu(1, 12), kernelGpu(2, 12)]), 'GPU 1, 2: 24.0 GiB (this kernel)', undefined],
    ['no GPU', kernel([]), 'no GPU in this kernel', '本内核未使用 GPU'],
    ['a new kernel', usage({}), 'this kernel: not known yet', undefined],
    ['unknown memory', kernel([kernelGpu(1, null)]), 'GPU 1: memory unknown (this kernel)', undefined],
    [
      'memory of one of two GPUs',
      kernel([kernelGpu(0, 3), kernelGpu(1, null)]),
      'GPU 0, 1: at least 3.0 GiB (this kernel)',
      undefined,
    ],
    ['another host', kernel([], { state: 'REMOTE' }), 'kernel on another host', '内核在另一台主机上'],
    [
      'another machine',
      kernel([], { state: 'OTHER_MACHINE' }),
      'gpulse runs on another machine than this kernel',
      undefined,
    ],
  ])('shows %s of the kernel', (_, answer, text, translated) => {
    expect(statusText(answer, current, english)?.text).toBe(text)
    if (translated !== undefined) expect(statusText(answer, current, chinese)?.text).toBe(translated)
  })

  test.each([
    ['all GPUs', [machineGpu(0, 20, 40), machineGpu(1, 36, 53)], '2 GPUs 28 % 93 GiB'],
    ['the readable GPUs', [machineGpu(0, 20, 40), machineGpu(1, null, null)], '1 of 2 GPUs 20 % 40 GiB'],
    ['no unknown utilization', [machineGpu(0, 20, 40), machineGpu(1, null, 53)], '2 GPUs 93 GiB'],
    ['no figures', [machineGpu(0, null, null)], '1 GPU'],
    ['a machine without GPU', [], 'no GPU'],
  ])('shows %s without a notebook', (_, gpus, text) => {
    expect(statusText(usage({ gpus }), null, english)?.text).toBe(text)
  })

  test('marks values that are not current', () => {
    const status = statusText({ ...kernel([kernelGpu(1, 12)]), stale: true }, current, english)
    expect(status).toMatchObject({ text: 'GPU 1: 12.0 GiB (this kernel) · not current', dim: true })
  })

  test('shows the sentence of the server when gpulse is not reachable', () => {
    const status = statusText(usage({ state: 'NOT_FOUND', detail: 'Start gpulse.' }), current, english)
    expect(status).toEqual({ text: 'gpulse: not reachable', detail: 'Start gpulse.', dim: true })
  })

  test('says when the server part is missing', () => {
    const status = statusText(new Problem('NO_SERVER_EXTENSION'), current, english)
    expect(status?.detail).toContain('restart Jupyter')
  })

  test('is empty before the first answer', () => {
    expect(statusText(null, current, english)).toBeNull()
  })
})
