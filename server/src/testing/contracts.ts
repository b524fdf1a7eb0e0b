import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { reportPayment } from '@notifly/contracts/billing/hooks'
import type { Endpoint } from '@notifly/contracts/endpoint'
import { PAYMENT_PROVIDERS } from '../lib/payments/registry.ts'

const CONTRACTS = new URL('../../../contracts/src/', import.meta.url)

/** Every endpoint that the contracts declare, those in tables of all channels and of each payment provider too. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const found: Endpoint[] = Object.keys(PAYMENT_PROVIDERS).map(reportPayment)
  for await (const file of glob('**/*.ts', {
    cwd: fileURLToPath(CONTRACTS),
    exclude: path => path.endsWith('.test.ts'),
  })) {
    found.push(...endpointsIn((await import(new URL(file, CONTRACTS).href)) as object))
  }
  return found
}

function endpointsIn(exported: object): Endpoint[] {
  return Object.values(exported).flatMap((value: unknown) => {
    if (isEndpoint(value)) return [value]
    return isTable(value) ? endpointsIn(value) : []
  })
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function isEndpoint(value: unknown): value is Endpoint {
  return isTable(value) && 'path' in value && 'access' in value && 'method' in value
}
