// Before the first journey: the product as a child process on a data directory of its own. After the last one it is gone, and
// everything it called an error fails the run.
import type { TestProject } from 'vitest/node'
import { startProduct } from './product/start-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The dashboard and the API. */
    url: string
    /** The sandbox's pages and API. */
    sandboxUrl: string
  }
}

/** Starts the product. Returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct()
  project.provide('url', product.url)
  project.provide('sandboxUrl', product.sandboxUrl)
  return async () => {
    await product.remove()
    const { errors } = product
    if (errors.length > 0) throw new Error(`The product logged ${errors.length} errors:\n${errors.join('\n')}`)
  }
}
