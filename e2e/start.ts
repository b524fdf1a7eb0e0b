// Before the first journey: the product as a child process on a data directory of its own, and a browser that all test
// files share. After the last one both are gone, and everything the product called an error fails the run.
import type { TestProject } from 'vitest/node'
import { launchBrowserServer } from './browser/launch.ts'
import { startProduct } from './product/start-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The dashboard and the API. */
    url: string
    /** The sandbox's pages and API. */
    sandboxUrl: string
    browserEndpoint: string
  }
}

/** Starts both; answers how to stop them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [product, browser] = await Promise.all([startProduct(), launchBrowserServer()])
  project.provide('url', product.url)
  project.provide('sandboxUrl', product.sandboxUrl)
  project.provide('browserEndpoint', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await product.remove()
    const { errors } = product
    if (errors.length > 0) throw new Error(`The product logged ${errors.length} errors:\n${errors.join('\n')}`)
  }
}
