import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

// Written only when it differs: a fresh time stamp would make the build believe that its sources have changed.
const target = new URL('src/api/schema.d.ts', import.meta.url)
const types = astToString(await openapiTS(new URL('openapi.json', import.meta.url)))
const before = await readFile(target, 'utf8').catch(() => '')
if (before !== types) await writeFile(target, types)
