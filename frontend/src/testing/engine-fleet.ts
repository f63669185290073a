import type { Fleet, FleetEngine, FleetMachine, MachineGpu } from '../api/types'
import { aFleet, ago, aMachine, aMachineGpu, eight, heldBy, usualFleet } from './fleet'

/** A machine of an engine: its GPUs have no times. */
export function engineMachine(
  name: string,
  gpus: MachineGpu[],
  changes: Partial<FleetMachine> = {},
  exporter = 'gpulse',
): FleetMachine {
  const isGpulse = exporter === 'gpulse'
  return aMachine(
    name,
    gpus.map((gpu) => ({ ...gpu, since: null, ...(isGpulse ? {} : { holders: [], processes: null }) })),
    {
      ...{ id: `${exporter}/${name}:8080`, origin: 'ENGINE', exporter, usersKnown: isGpulse },
      ...{ url: isGpulse ? `http://${name}:8080` : null, since: null, ageMillis: 34_000, tookMillis: null },
      ...changes,
    },
    { instance: `${exporter} ${name}:8080`, version: isGpulse ? '0.1.0' : null, ageMillis: 34_000 },
  )
}

/** An engine that answers. */
export function anEngine(changes: Partial<FleetEngine> = {}): FleetEngine {
  return {
    ...{ answer: 'OK', since: ago(86_400), answeredAt: ago(9), tookMillis: 212.4, problem: null, translations: {} },
    daySeconds: {},
    ...changes,
  }
}

/** Machines of an engine that leaves something out: some of other exporters, one without series now, one without GPUs. */
export function engineFleet(): Fleet {
  const day = 86_400
  const problem = 'The engine calls its answer partial: 503'
  const gone = { answer: 'SILENT', since: ago(7200), problem: 'The engine has no series of it since then.' } as const
  return aFleet(
    [
      ...usualFleet(4).machines,
      engineMachine(
        'trn-h100-11',
        eight((index) => aMachineGpu(index, 'WORKING', heldBy('mchen'))),
      ),
      engineMachine(
        'trn-h100-12',
        eight((index) => aMachineGpu(index, index < 3 ? 'HELD_IDLE' : 'WORKING')),
        {},
        'dcgm-exporter',
      ),
      engineMachine(
        'trn-h100-13',
        eight((index) => aMachineGpu(index, 'UNKNOWN')),
        {
          ...gone,
          translations: { zh: { problem: '此后引擎没有它的时间序列。' } },
        },
      ),
      engineMachine('trn-h100-14', []),
    ],
    {
      engine: anEngine({
        problem,
        translations: { zh: { problem: '引擎称其回答不完整：503' } },
        daySeconds: { WORKING: 12 * day, HELD_IDLE: 3 * day, RESERVED: 0, FREE: day, UNKNOWN: 1800 },
      }),
    },
  )
}
