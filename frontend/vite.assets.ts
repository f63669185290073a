import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files cost more as a second file than they save on the wire. */
const WORTH_COMPRESSING = 1024

/** Writes `name.gz` beside every text asset, so that the server never compresses the same bytes twice. */
export function precompressed(): Plugin {
  return overBuiltAssets('precompressed', /\.(js|css|svg)$/, (files) => {
    for (const file of files) {
      const plain = readFileSync(file)
      if (plain.length >= WORTH_COMPRESSING) writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
    }
  })
}

/** Fails the build when the scripts and styles of the dashboard outgrow their budget on the wire. */
export function budgeted(maxBytes: number): Plugin {
  return overBuiltAssets('budgeted', /\.(js|css)$/, (files) => {
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)
    if (bytes > maxBytes) throw new Error(`Scripts and styles are ${bytes} bytes gzip, over ${maxBytes}`)
  })
}

function overBuiltAssets(name: string, kind: RegExp, visit: (files: string[]) => void): Plugin {
  let outDir = ''
  return {
    name,
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: () => {
      const assets = join(outDir, 'assets')
      const files = readdirSync(assets).filter((file) => kind.test(file))
      visit(files.map((file) => join(assets, file)))
    },
  }
}
