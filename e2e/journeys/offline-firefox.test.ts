/** The dashboard in Firefox while its server is gone: what was read last is there to look at. */
import type { DrivenPage } from '../push/visitor.ts'
import { expect, onTestFinished, test } from 'vitest'
import { newEmail, newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { startProduct } from '../product/start-product.ts'
import { waitFor } from '../product/wait-for.ts'
import { signInAt } from '../push/colleague.ts'
import { hasFirefox, launchFirefox } from '../push/firefox.ts'
import { wordsIn } from '../words.ts'

const [OFFLINE = ''] = wordsIn('en')('common:offline', { at: '|' }).split('|')

test.runIf(hasFirefox)(
  'Firefox has what installing takes, keeps what was read, and shows it under the banner while there is no server',
  { timeout: 90_000 },
  async () => {
    // A product of its own, which can be stopped.
    const product = await startProduct()
    onTestFinished(() => product.remove())
    const owner = await newOwner(product)
    await importAudience(owner, `email\n${newEmail()}`, 'Regulars')
    const firefox = await launchFirefox()
    onTestFinished(() => firefox.close())
    const page = (await firefox.newPage()) as unknown as DrivenPage
    await signInAt(product.url, { page }, owner)
    const audience = `${product.url}/applications/${owner.slug}/audience`
    await page.goto(audience)
    await shows(page, 'Regulars')
    expect(await page.evaluate(readManifest, undefined)).toEqual({
      display: 'standalone',
      isNamed: true,
      startsHere: true,
      hasIcons: true,
      wrongIcons: [],
    })
    await waitFor('what the browser keeps', async () => (await page.evaluate(isKept, undefined)) || undefined)

    await product.stop()
    await page.goto(audience)
    await shows(page, OFFLINE)
    await shows(page, 'Regulars')

    await product.start()
    await waitFor('the end of the banner', async () => !(await textOf(page)).includes(OFFLINE) || undefined)
    expect(await textOf(page)).toContain('Regulars')
  },
)

function textOf(page: DrivenPage): Promise<string> {
  return page.evaluate(() => document.body.innerText, undefined)
}

function shows(page: DrivenPage, text: string): Promise<boolean> {
  return waitFor(`“${text}” on the page`, async () => (await textOf(page)).includes(text) || undefined)
}

/** Runs in the page: what a browser asks of an app that may be installed, icons drawn by it included. */
async function readManifest() {
  interface Manifest {
    name?: string
    start_url: string
    display: string
    icons: { src: string; sizes: string }[]
  }
  const { href } = document.querySelector('link[rel=manifest]') as HTMLLinkElement
  const manifest = (await (await fetch(href)).json()) as Manifest
  const wrongIcons: string[] = []
  for (const { src, sizes } of manifest.icons) {
    const picture = new Image()
    picture.src = new URL(src, href).href
    await picture.decode().catch(() => wrongIcons.push(src))
    if (sizes !== 'any' && sizes !== `${picture.naturalWidth}x${picture.naturalHeight}`) wrongIcons.push(src)
  }
  return {
    display: manifest.display,
    isNamed: Boolean(manifest.name),
    startsHere: new URL(manifest.start_url, href).origin === location.origin,
    hasIcons: ['192x192', '512x512'].every(size => manifest.icons.some(({ sizes }) => sizes === size)),
    wrongIcons,
  }
}

/** Runs in the page: its files came before the worker, what was read is written when nobody looks at it. */
async function isKept(): Promise<boolean> {
  await navigator.serviceWorker.ready
  document.dispatchEvent(new Event('visibilitychange'))
  const files = await (await caches.open('files')).keys()
  const reads = await new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('notifly')
    opening.onerror = () => reject(new Error('no database'))
    opening.onsuccess = () => {
      const count = opening.result.transaction('offline').objectStore('offline').count()
      count.onsuccess = () => resolve(count.result)
    }
  })
  return files.length > 10 && reads === 1
}
