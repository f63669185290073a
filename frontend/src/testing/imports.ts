const FILES = import.meta.glob<string>(['/src/**/*.{ts,vue}', '!/src/**/*.spec.ts', '!/src/testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const IMPORT = /(?:from|import|import\()\s*'([^'\s]+)'/g

/** The source files of the dashboard, by their paths from `/src`. */
export const SOURCE_FILES = Object.keys(FILES)

export function sourceOf(file: string): string {
  return FILES[file] ?? ''
}

/** The source files that a file imports, at once or later. */
export function importsOf(file: string): string[] {
  return [...sourceOf(file).matchAll(IMPORT)].flatMap(([, path = '']) => {
    const name = new URL(path.replace(/^@/, '/src'), new URL(file, 'file:///')).pathname
    return [name, `${name}.ts`, `${name}.vue`].find((each) => each in FILES) ?? []
  })
}
