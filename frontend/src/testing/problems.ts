import type { Problem } from '@/api/problem'

export function aProblem(changes: Partial<Problem> = {}): Problem {
  return { kind: 'refused', status: 503, detail: 'All places are taken.', ...changes }
}
