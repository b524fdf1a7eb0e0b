import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { FaultPanel } from './faults/fault-panel.ts'
import { createHttpServer } from './http/http-server.ts'
import { MessageStore, type StoreLimits } from './messages/message-store.ts'
import { startResolver } from './providers/dns/resolver.ts'
import { Zones } from './providers/dns/zones.ts'
import { createReactions } from './providers/smtp/reactions.ts'
import { startReceiver, type Certificate } from './providers/smtp/receiver.ts'

// A local stand-in for external providers. Each provider is a folder under providers/ that speaks the real protocol and
// passes what it receives to one shared store, which the pages and the API show. Single sign-on providers store
// nothing; they only identify people.

export interface SandboxOptions {
  /** Port of the pages and the API; 0 takes a free one. */
  port: number
  smtpPort: number
  /** Port of the resolver, over UDP and TCP; 0, the default, takes a free one. */
  dnsPort?: number
  /** A loopback address, because there is no sign-in. */
  host?: string
  /** For this sandbox only, and for one process at a time. */
  dataDir: string
  log?: SandboxLog
  /** Where bounces and complaints are delivered by SMTP; without it there are none. */
  bounce?: { host: string; port: number }
  /** Names under which the pages may be reached, besides localhost, 127.0.0.1 and [::1]. */
  allowedHosts?: readonly string[]
  /** Offers STARTTLS. Off by default, because no authority vouches for a certificate of localhost. */
  starttls?: Certificate
  /** Limits of the store; by default 100,000 messages and 2 GB. */
  limits?: Partial<StoreLimits>
  /** Factor on the delays of readers and reports: 1 is realistic (the default), 0 is no delay. */
  pace?: number
}

export type SandboxLog = (level: 'info' | 'error', message: string, details?: Record<string, unknown>) => void

export interface Sandbox {
  /** Address of the inbox page and the API, without a trailing slash. */
  url: string
  smtpPort: number
  dnsPort: number
  /** Closes all connections and files. Stored messages remain for the next start. */
  stop(): Promise<void>
}

const LIMITS: StoreLimits = { maxMessages: 100_000, maxBytes: 2 * 1024 ** 3 }

/** Starts the sandbox. Rejects, leaving nothing open, if a port is taken or the directory can't be used. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', log = () => undefined, pace = 1, bounce } = options
  const onError = (error: unknown) => log('error', 'The sandbox met an error', { error })
  await mkdir(options.dataDir, { recursive: true })
  const panel = new FaultPanel(options.dataDir)
  const store = new MessageStore(options.dataDir, { ...LIMITS, ...options.limits })
  const stops = new AsyncDisposableStack()
  stops.defer(() => store.close())
  try {
    const reactions = createReactions({ store, panel, bounce, pace, onError })
    stops.defer(() => reactions.stop())
    const receiver = await startReceiver({
      host,
      port: options.smtpPort,
      store,
      panel,
      canReport: bounce !== undefined,
      starttls: options.starttls,
      onAccepted: (seq, what) => reactions.start(seq, what),
      onError,
    })
    stops.defer(() => receiver.stop())
    const zones = new Zones(options.dataDir)
    const resolver = await startResolver({ host, port: options.dnsPort ?? 0, zones, onError })
    stops.defer(() => resolver.stop())
    const app = await createHttpServer({
      store,
      panel,
      dataDir: options.dataDir,
      allowedHosts: options.allowedHosts ?? [],
      smtpAddress: `${host}:${receiver.port}`,
      zones,
      dnsAddress: `${host}:${resolver.port}`,
      canReport: bounce !== undefined,
      pace,
      readers: reactions,
      onError,
    })
    stops.defer(() => app.close())
    await app.listen({ host, port: options.port })
    const { port } = app.server.address() as AddressInfo
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const ports = { smtpPort: receiver.port, dnsPort: resolver.port }
    log('info', 'The sandbox is up', { url, ...ports, messages: store.count })
    return { url, ...ports, stop: () => stops.disposeAsync() }
  } catch (error) {
    await stops.disposeAsync()
    throw error
  }
}
