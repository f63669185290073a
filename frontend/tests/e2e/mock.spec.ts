import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { test, type Browser, type Page } from '@playwright/test'
import { openScene, SCENES } from './scenes'

/** Where the pages of the design lie; they stand beside ours where they are there and pictures are asked for. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MOCK = resolve(ROOT, process.env.GPULSE_MOCK ?? '../shared/design/ui')
const FOLDER = resolve(ROOT, 'target/pictures/side-by-side')

async function mocked(browser: Browser, name: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${pathToFileURL(resolve(MOCK, `${name}.html`)).href}?theme=dark&gpus=8&still=1`)
  await page.locator('main').first().waitFor()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const picture = await page.screenshot()
  await page.close()
  return picture
}

/** Draws one beside the other. */
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

for (const scene of SCENES) {
  test(`${scene.name} stands beside the design`, async ({ page, browser }) => {
    test.skip(process.env.GPULSE_PICTURES === undefined, 'pictures are renewed on demand')
    test.skip(!existsSync(resolve(MOCK, `${scene.mock}.html`)), `there is no design in ${MOCK}`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await openScene(page, scene, 8)
    const ours = await page.screenshot()
    const design = await mocked(browser, scene.mock)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(resolve(FOLDER, `${scene.name}.png`), await joined(page, [design, ours]))
  })
}
