import text from '../../catalogue.json?raw'
import { ok, type ApiHandler } from './api'

/** Rows of the catalogue, without the texts that only the server has. */
export const CATALOGUE = JSON.parse(text) as readonly { key: string; scope: string }[]

/** Answers with the catalogue of the build; the page keeps the first one for all tests. */
export const catalogue: ApiHandler = ({ path }) => (path === 'catalogue' ? ok(CATALOGUE) : null)
