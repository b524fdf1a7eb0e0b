import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@notifly/contracts/endpoint'

const CONTRACTS = new URL('../../../contracts/src/', import.meta.url)

/** Every endpoint that the contracts declare, those in tables of all channels too. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const found: Endpoint[] = []
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
