import { fetchCatalogue } from '@/api/gpu'
import { pageQuery } from './polling'

const { answer, problem, want } = pageQuery(fetchCatalogue)

/** The catalogue of metrics; null until it is wanted and has arrived. */
export function useCatalogue() {
  return { entries: answer, problem, want }
}
