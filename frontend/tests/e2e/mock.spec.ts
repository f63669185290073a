import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { test, type Browser, type Page } from '@playwright/test'
import { openScene, SCENES } from './scenes'

/** Folder with the pages of the design, for pictures side by side. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MOCK = resolve(ROOT, process.env.GPULSE_MOCK ?? '../shared/design/ui')
const FOLDER = resolve(ROOT, 'target/pictures/side-by-side')

async function mocked(browser: Browser, name: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${pathToFileURL(resolve(MOCK, `${name}.html`)).href}?theme=dark&gpus=8&still=1`)
  await page.locator('main').first().waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const picture = await page.screenshot()
  await page.close()
  return picture
}

/** Draws the pictures next to each other. */
async function joined(page: Page, pictures: readonly Buffer[]): Promise<Buffer> {
  await page.goto('about:blank')
  const joint = await page.evaluate(
    async (sources) => {
      const images = sources.map((source) => Object.assign(new Image(), { src: `data:image/png;base64,${source}` }))
      await Promise.all(images.map((each) => each.decode()))
      const canvas = document.createElement('canvas')
      canvas.width = images.reduce((sum, each) => sum + each.width, 0)
      canvas.height = Math.max(...images.map((each) => each.height))
      images.reduce((left, each) => {
        canvas.getContext('2d')?.drawImage(each, left, 0)
        return left + each.width
      }, 0)
      return canvas.toDataURL('image/png')
    },
    pictures.map((each) => each.toString('base64')),
  )
  return Buffer.from(joint.slice(joint.indexOf(',') + 1), 'base64')
}

const WANTED = process.env.GPULSE_PICTURES !== undefined

for (const scene of WANTED ? SCENES : []) {
  test(`${scene.name} next to the design`, async ({ page, browser }) => {
    test.skip(!existsSync(resolve(MOCK, `${scene.mock}.html`)), `no design in ${MOCK}`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await openScene(page, scene, 8)
    const ours = await page.screenshot()
    const design = await mocked(browser, scene.mock)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(resolve(FOLDER, `${scene.name}.png`), await joined(page, [design, ours]))
  })
}
