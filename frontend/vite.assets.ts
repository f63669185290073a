import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { PAGES } from './src/navigation/pages.ts'

/** Smaller files are not worth a compressed copy. */
const WORTH_COMPRESSING = 1024

/** Writes `name.gz` next to every text asset, so that the server never compresses the same bytes twice. */
export function precompressed(): Plugin {
  return overBuilt('precompressed', (outDir) => {
    const assets = join(outDir, 'assets')
    for (const file of readdirSync(assets).filter((each) => /\.(js|css|svg)$/.test(each))) {
      const plain = readFileSync(join(assets, file))
      if (plain.length >= WORTH_COMPRESSING) writeFileSync(join(assets, `${file}.gz`), gzipSync(plain, { level: 9 }))
    }
  })
}

/**
 * Fails the build when the scripts and styles that the page names, and that a browser therefore loads before anything
 * is shown, outgrow their budget on the wire.
 */
export function budgeted(maxBytes: number): Plugin {
  return overBuilt('budgeted', (outDir) => {
    const page = readFileSync(join(outDir, 'index.html'), 'utf8')
    const named = [...page.matchAll(/(?:src|href)="\.?\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '')
    const bytes = named.reduce((sum, file) => sum + gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length, 0)
    if (named.length === 0) throw new Error('The page names no scripts')
    if (bytes > maxBytes)
      throw new Error(`Scripts and styles of the first load are ${bytes} bytes gzip, over ${maxBytes}`)
  })
}

/** Writes the routes of the pages as the server's patterns, so that it knows which addresses are pages. */
export function routes(): Plugin {
  return {
    name: 'routes',
    apply: 'build',
    generateBundle() {
      const patterns = Object.values(PAGES).map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(patterns) })
    },
  }
}

function overBuilt(name: string, visit: (outDir: string) => void): Plugin {
  let outDir = ''
  return {
    name,
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: () => {
      visit(outDir)
    },
  }
}
