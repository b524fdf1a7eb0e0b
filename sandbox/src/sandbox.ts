import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { FaultPanel } from './faults/fault-panel.ts'
import { createHttpServer } from './http/http-server.ts'
import { MessageStore, type StoreLimits } from './messages/message-store.ts'
import { startResolver } from './providers/dns/resolver.ts'
import { Zones } from './providers/dns/zones.ts'
import { createAftermath } from './providers/smtp/aftermath.ts'
import { startReceiver, type Certificate } from './providers/smtp/receiver.ts'

// The local stand-in for the providers outside. Each provider is a folder under providers/ that speaks the real protocol at the
// other end of a socket and hands what it receives to the one store; pages and API show the store. So far: SMTP. The
// providers of single sign-on receive nothing; they only say who a person is.

export interface SandboxOptions {
  /** Of the pages and the API; 0 takes a free one. */
  port: number
  smtpPort: number
  /** Of the resolver, over UDP and TCP; 0, as by default, takes a free one. */
  dnsPort?: number
  /** A loopback address: there is no sign-in. */
  host?: string
  /** Belongs to this sandbox alone, and to one process at a time. */
  dataDir: string
  log?: SandboxLog
  /** Where bounce messages and complaints are delivered by SMTP; without it there are none. */
  bounce?: { host: string; port: number }
  /** Names beside localhost, 127.0.0.1 and [::1] under which the pages may be reached. */
  allowedHosts?: readonly string[]
  /** Offers STARTTLS; off by default, because nothing can vouch for a certificate of localhost. */
  starttls?: Certificate
  /** What is kept at most; by default 100,000 messages and 2 GB. */
  limits?: Partial<StoreLimits>
  /** Factor on the time that readers take and reports are under way: 1 as in life (default), 0 at once. */
  pace?: number
}

export type SandboxLog = (level: 'info' | 'error', message: string, details?: Record<string, unknown>) => void

export interface Sandbox {
  /** Of the inbox page and the API, without a slash at the end. */
  url: string
  smtpPort: number
  dnsPort: number
  /** Closes all connections and files; what was accepted stays for the next start. */
  stop(): Promise<void>
}

const LIMITS: StoreLimits = { maxMessages: 100_000, maxBytes: 2 * 1024 ** 3 }

/** Starts the sandbox; rejects, with nothing left open, when a port is taken or the directory cannot be used. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', log = () => undefined, pace = 1, bounce } = options
  const onError = (error: unknown) => log('error', 'The sandbox met an error', { error })
  await mkdir(options.dataDir, { recursive: true })
  const panel = new FaultPanel(options.dataDir)
  const store = new MessageStore(options.dataDir, { ...LIMITS, ...options.limits })
  const stops = new AsyncDisposableStack()
  stops.defer(() => store.close())
  try {
    const aftermath = createAftermath({ store, panel, bounce, pace, onError })
    stops.defer(() => aftermath.stop())
    const receiver = await startReceiver({
      host,
      port: options.smtpPort,
      store,
      panel,
      canReport: bounce !== undefined,
      starttls: options.starttls,
      onAccepted: (seq, what) => aftermath.start(seq, what),
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
      readers: aftermath,
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
