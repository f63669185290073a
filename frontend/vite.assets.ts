import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { OLD_LIST, PAGES } from './src/navigation/pages.ts'

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

/**
 * Writes the routes of the pages as the server's patterns, so that it knows which addresses are pages, and where those
 * of earlier versions lead.
 */
export function routes(): Plugin {
  return {
    name: 'routes',
    apply: 'build',
    generateBundle() {
      const patterns = Object.values(PAGES).map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(patterns) })
      this.emitFile({
        type: 'asset',
        fileName: 'redirects.json',
        source: JSON.stringify({ [OLD_LIST]: PAGES.timeline.path }),
      })
    },
  }
}

/** What a dashboard that stays open for weeks loads in advance. */
const LATER = ['pages/others.ts', 'ui/inspector/InspectorCard.vue', 'pages/empty/NoGpuView.vue']

/** Names the files of the other pages in `index.html`, so that the dashboard can load them without running them. */
export function later(): Plugin {
  return {
    name: 'later',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const files = new Set<string>()
        const add = (chunk: (typeof chunks)[number]) => {
          if (chunk.isEntry || files.has(chunk.fileName)) return
          files.add(chunk.fileName)
          chunk.viteMetadata?.importedCss.forEach((file) => files.add(file))
          chunks.filter(({ fileName }) => chunk.imports.includes(fileName)).forEach(add)
        }
        for (const module of LATER) {
          const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)))
          if (found === undefined) throw new Error(`No file has ${module}`)
          add(found)
        }
        return [{ tag: 'meta', attrs: { name: 'later', content: [...files].join(' ') }, injectTo: 'head' }]
      },
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
