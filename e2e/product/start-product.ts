import { existsSync } from 'node:fs'
import { Installation } from '@notifly/server/testing/installation'
import { OPERATORS } from './people.ts'

/** The token with which metrics are read. */
export const METRICS_TOKEN = 'who-may-read-figures'

/**
 * Starts the product with the last build of the dashboard and these settings. It is behind a proxy that it trusts, so that each test can
 * come from its own network. Resolves once it answers.
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  if (!existsSync(new URL('../../web/dist/index.html', import.meta.url))) {
    throw new Error('The dashboard is not built. `npm test -- e2e` builds it and runs the journeys.')
  }
  const operators = Object.values(OPERATORS).join(',')
  const product = await Installation.create({
    NOTIFLY_OPERATORS: operators,
    NOTIFLY_TRUSTED_PROXIES: '127.0.0.1',
    NOTIFLY_METRICS_TOKEN: METRICS_TOKEN,
    ...settings,
  })
  try {
    await product.start()
    return product
  } catch (error) {
    await product.remove()
    throw error
  }
}
