import type { MachineGpu } from './contract'
import type { Texts } from './texts'

/** Returns host name and GPUs of the machine, such as `ws-lab-04 · 2 × RTX PRO 6000`. */
export function machineLine(hostname: string | null, gpus: readonly Pick<MachineGpu, 'name'>[], texts: Texts): string {
  const counts = new Map<string, number>()
  for (const { name } of gpus) {
    const short = name.replace(/^NVIDIA /, '')
    counts.set(short, (counts.get(short) ?? 0) + 1)
  }
  const models = [...counts].map(([name, n]) => texts.get('menu.gpus', { n, name }))
  return [...(hostname === null ? [] : [hostname]), ...models].join(' · ')
}
