import type { Problem } from '@/api/refusal'

export function aProblem(changes: Partial<Problem> = {}): Problem {
  return { kind: 'refused', status: 503, said: 'All places are taken.', ...changes }
}
