import { computed, type ComputedRef } from 'vue'
import type { FleetMachine } from '@/api/types'
import { useInTurn } from '@/composables/in-turn'
import { useStages } from '@/composables/stages'
import { formatAge } from '@/format/number'
import { useWords } from '@/i18n/words'
import type { MachineGroup } from './groups'
import { keyOf } from './machines'

/** All of a row that an answer of the server changes. */
interface Row {
  machine: FleetMachine
  age: string
  /** To the minute. */
  now: number
}

/** A row of the board, or the heading of a group. */
export interface BoardItem {
  key: string
  group: MachineGroup
  machine: FleetMachine | null
}

type RenderedItem = Omit<BoardItem, 'machine'> & { row: Row | null }

interface BoardItems {
  items: ComputedRef<BoardItem[]>
  /** Those that are rendered, as they are rendered. */
  shown: ComputedRef<RenderedItem[]>
}

interface Source {
  groups: readonly MachineGroup[]
  /** When the server sent them. */
  at: number
  /** Age of that answer, if the server does not answer now. */
  oldMillis: number
}

/** Rows that are added in one frame, and those that are changed: many at once would block the page. */
const ADDED = 40
const CHANGED = 20
const MINUTE = 60_000

/** The machines of the groups in their order, each group below its heading. */
export function useBoardItems(source: () => Source): BoardItems {
  const { t } = useWords()

  function rowOf(machine: FleetMachine): Row {
    const { at, oldMillis } = source()
    const { answer, ageMillis } = machine
    const age =
      answer === 'LOCAL' && oldMillis === 0
        ? t('fleet.live')
        : ageMillis === null
          ? '–'
          : formatAge(ageMillis + oldMillis)
    return { machine, age, now: at - (at % MINUTE) }
  }

  const items = computed<BoardItem[]>(() =>
    source().groups.flatMap((group) => [
      { key: `group ${group.name}`, group, machine: null },
      ...group.machines.map((machine) => ({ key: keyOf(machine), group, machine })),
    ]),
  )
  const latest = computed(
    () =>
      new Map(items.value.flatMap(({ key, machine }) => (machine === null ? [] : [[key, rowOf(machine)] as const]))),
  )
  const rows = useInTurn(
    () => latest.value,
    (a, b) => a.machine === b.machine && a.age === b.age && a.now === b.now,
    CHANGED,
  )
  const stage = useStages(() => Math.ceil(items.value.length / ADDED))
  const shown = computed(() =>
    items.value.slice(0, stage.value * ADDED).map(({ key, group, machine }) => ({
      ...{ key, group },
      row: machine === null ? null : (rows.value.get(key) ?? rowOf(machine)),
    })),
  )
  return { items, shown }
}
