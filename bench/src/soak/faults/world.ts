/**
 * The environment of a campaign under faults: a PostgreSQL server, the whole product with its workers, and the emulated providers, each in
 * its own processes, with the proxy between them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '@notifly/server/db/database'
import { startEmbedded } from '@notifly/server/db/embedded/start-embedded'
import { PROVIDER_HOSTS, type ProviderHost } from '@notifly/server/lib/network/provider-hosts'
import { freePorts } from '@notifly/server/testing/installation'
import { SILENT } from '../../harness/postgres.ts'
import { startProduct, type Product } from '../../harness/product.ts'
import { startEmulators, type Emulators } from './emulators.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'

const WORKERS = 2

export interface FaultsWorld extends AsyncDisposable {
  database: Database
  product: Product
  emulators: Emulators
  proxy: FaultProxy
  /** Where the product reaches the providers. */
  httpOrigin: string
  smtpPort: number
  /** Where the product is reached from outside, through the proxy. */
  publicUrl: string
  recipients: number
  applicationId: string
  token: string
  /** Calls the product's API in that application. */
  call<Data>(method: string, path: string, body?: object | FormData): Promise<Data>
}

/** Hosts whose emulator vouches for itself with its own address, so that it cannot be reached by another. */
const DIRECT: readonly ProviderHost[] = ['ses']

/** Starts all of it, with an empty application. */
export async function makeFaultsWorld(recipients: number): Promise<FaultsWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-faults-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startEmbedded({ dataDir: join(folder, 'database'), log: SILENT })
  stack.defer(() => postgres.stop())
  const { connectionString } = postgres
  const [productPort = 0, bouncePort = 0] = await freePorts(2)
  const emulators = stack.use(await startEmulators(bouncePort))
  const proxy = stack.use(await startFaultProxy({ targets: [emulators.port, emulators.smtpPort], productPort }))
  const [httpPort = 0, smtpPort = 0] = proxy.ports
  const httpOrigin = `http://127.0.0.1:${httpPort}`
  const hosts = PROVIDER_HOSTS.map(host => {
    const origin = DIRECT.includes(host) ? `http://127.0.0.1:${emulators.port}` : httpOrigin
    return [`NOTIFLY_${host.toUpperCase()}_URL`, `${origin}/providers/${host}`] as const
  })
  const publicUrl = `http://127.0.0.1:${proxy.hooksPort}`
  const product = await startProduct({ connectionString }, WORKERS, {
    ...Object.fromEntries(hosts),
    PORT: String(productPort),
    NOTIFLY_PUBLIC_URL: publicUrl,
    NOTIFLY_PUSH_ORIGINS: httpOrigin,
    NOTIFLY_BOUNCE_DOMAIN: 'bounces.localhost',
    NOTIFLY_BOUNCE_SMTP_PORT: String(bouncePort),
    // What is broken on purpose is no news.
    NOTIFLY_LOG_LEVEL: 'fatal',
  })
  stack.use(product)
  const database = openDatabase({ connectionString, maxConnections: 4 })
  stack.defer(() => database.close())
  const { applicationId, token } = await product.newApplication()
  const call: FaultsWorld['call'] = (method, path, body) => product.call(token, method, path, body)
  const base = { database, product, emulators, proxy, httpOrigin, smtpPort, publicUrl }
  const all = stack.move()
  return { ...base, recipients, applicationId, token, call, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
