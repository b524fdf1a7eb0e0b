/**
 * The only reader of the environment. Every setting is described in docs/operating.md; a bad value stops the start with
 * a list of what is wrong and what to do.
 */
import type { QUOTAS } from '@notifly/contracts/operator/operator'
import { Resolver } from 'node:dns'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import {
  type BackupSetting,
  type BeefreeSetting,
  type BillingSetting,
  type HubspotSetting,
  readBackup,
  readBeefree,
  readBilling,
  readDistribute,
  readHubspot,
  readInteger,
  readLogLevel,
  readMailbox,
  readPrivateTargets,
  readSmall,
  readTracing,
  readUrl,
} from './lib/optional-settings.ts'
import { serverUrls } from './lib/process/database-url.ts'
import { readDatabaseUrl, withFiles } from './lib/process/settings-in-files.ts'
import type { TracingSetting } from './lib/tracing/spans.ts'
import { isLoopbackAddress, isLoopbackUrl, networkProblem } from './lib/network/networks.ts'
import { PROVIDER_HOSTS, PROVIDER_URLS, type ProviderHost } from './lib/network/provider-hosts.ts'
import { SSO_PROVIDERS, type SsoProvider } from '@notifly/contracts/sso/sso'

export const ROLES = ['api', 'worker', 'scheduler'] as const
export type Role = (typeof ROLES)[number]

export interface Config {
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  distribute: 'auto' | 'off'
  roles: ReadonlySet<Role>
  /** Null: generated once into the data directory (embedded database only). */
  secret: string | null
  /** `byHand`: switched on although others than this machine may reach us. */
  sandbox: { on: boolean; byHand: boolean; port: number; smtpPort: number; dnsPort: number }
  /** Resolvers, each an address with a port where it is not 53; none: those of the system. */
  dnsServers: readonly string[]
  allowPrivateTargets: boolean
  bounce: { domain: string | null; smtpHost: string; smtpPort: number | null }
  systemSmtpUrl: string | null
  systemMailFrom: string
  /** Who people may sign in with; a provider that is not set up is absent. */
  sso: Partial<Record<SsoProvider, SsoSetting>>
  /** Where providers are called, each without a trailing slash: their own addresses, or the sandbox's. */
  providerUrls: Readonly<Record<ProviderHost, string>>
  /** Push services beside the known ones. */
  pushOrigins: readonly string[]
  /** Engine processes on this machine. */
  workers: number
  /** Memory comes before speed: fewer processes, which collect garbage sooner. */
  isSmall: boolean
  logLevel: string
  /** Networks (CIDR) and addresses of the proxies in front of us: only their X-Forwarded-* headers are believed. */
  trustedProxies: readonly string[]
  metricsToken: string | null
  /** How long an API process that was told to stop goes on answering, no longer ready, so that balancers notice. */
  drainSeconds: number
  /** Where traces and figures are sent; null: nowhere. */
  tracing: TracingSetting | null
  /** Addresses of those who look after the installation, in lower case; see `isOperator` for none. */
  operators: readonly string[]
  // Only this machine reaches us: the public address and the one we listen on are both loopback. What is meant for trying things out
  // (sandbox, private targets, open metrics) is on by itself only then.
  onlyThisMachine: boolean
  /** Who gets support tickets: HubSpot where it is set up, else a mailbox; null for the operators' own. */
  support: { hubspot: HubspotSetting | null; mailbox: string | null }
  /** Pages of words of the operator's own, which come before ours; null: none. */
  contentDir: string | null
  /** The visual editor of others that mails are made with; null: ours. */
  beefree: BeefreeSetting | null
  /** Null: nothing is sold here, and no plan limits anything. */
  billing: BillingSetting | null
  backup: BackupSetting
  /** How long every single message is remembered; 0: for ever. */
  retentionDays: number
  /** How long events of contacts are kept, after the moment at which they happened. */
  eventDays: number
  /** How long the log of what was said to providers is kept, and of how many messages that went well one is in it; 0: none. */
  logs: { days: number; sample: number }
  /** Of one application, all its campaigns together; 0: without end. */
  messagesPerMinute: number
  /** What one application may have in all; 0: without end. */
  quotas: Readonly<Record<Exclude<(typeof QUOTAS)[number], 'messages'>, number>>
}

/** Our registration at a provider of single sign-on. */
export interface SsoSetting {
  /** Where the provider is, without a trailing slash; for Microsoft with the tenant. Of OpenID Connect the issuer as it is. */
  url: string
  /** What its button says; null: its usual name. */
  name: string | null
  clientId: string
  /** Only where our server exchanges the code; a browser can keep no secret. */
  clientSecret: string | null
}

export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `These settings need attention:\n${problems.map(problem => `  - ${problem}`).join('\n')}\nSee docs/operating.md.`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads and checks all settings. Throws ConfigError with every problem at once. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const env = withFiles(environment, problems)
  const port = readInteger(env, 'PORT', 3000, problems)
  const publicUrl = readUrl(env, 'NOTIFLY_PUBLIC_URL', `http://localhost:${port}`, problems)
  const host = env['NOTIFLY_HOST'] || '127.0.0.1'
  const onlyThisMachine = isLoopbackUrl(publicUrl) && isLoopbackAddress(host)
  const databaseUrl = readDatabaseUrl(env, problems)
  const sandbox = readSandbox(env, { onlyThisMachine, databaseUrl }, problems)
  const config: Config = {
    port,
    host,
    publicUrl,
    dataDir: resolve(env['NOTIFLY_DATA_DIR'] || '.notifly'),
    databaseUrl,
    distribute: readDistribute(env, problems),
    roles: readRoles(env, problems),
    secret: env['NOTIFLY_SECRET'] || null,
    sandbox,
    allowPrivateTargets: readPrivateTargets(env, onlyThisMachine, problems),
    dnsServers: readDnsServers(env, sandbox, problems),
    bounce: readBounce(env, sandbox.on, problems),
    systemSmtpUrl: env['NOTIFLY_SYSTEM_SMTP_URL'] || null,
    systemMailFrom: env['NOTIFLY_SYSTEM_MAIL_FROM'] || `Notifly <notifly@${new URL(publicUrl).hostname}>`,
    sso: readSso(env, sandbox, problems),
    providerUrls: readProviderUrls(env, sandbox, problems),
    pushOrigins: readPushOrigins(env, sandbox, problems),
    workers: readInteger(env, 'NOTIFLY_WORKERS', availableParallelism(), problems),
    isSmall: readSmall(env, problems),
    logLevel: readLogLevel(env, problems),
    trustedProxies: readTrustedProxies(env, problems),
    metricsToken: env['NOTIFLY_METRICS_TOKEN'] || null,
    drainSeconds: readInteger(env, 'NOTIFLY_DRAIN_SECONDS', 0, problems),
    tracing: readTracing(env, problems),
    operators: readOperators(env, problems),
    onlyThisMachine,
    support: { hubspot: readHubspot(env, sandbox, problems), mailbox: readMailbox(env, problems) },
    contentDir: env['NOTIFLY_CONTENT_DIR'] ? resolve(env['NOTIFLY_CONTENT_DIR']) : null,
    beefree: readBeefree(env, sandbox, problems),
    billing: readBilling(env, sandbox, problems),
    backup: readBackup(env, databaseUrl === null, problems),
    retentionDays: readInteger(env, 'NOTIFLY_RETENTION_DAYS', 400, problems),
    eventDays: readInteger(env, 'NOTIFLY_EVENT_DAYS', 400, problems),
    logs: {
      days: readInteger(env, 'NOTIFLY_LOG_DAYS', 30, problems),
      sample: readInteger(env, 'NOTIFLY_LOG_SAMPLE', 1000, problems),
    },
    messagesPerMinute: readQuota(env, 'NOTIFLY_QUOTA_MESSAGES_PER_MINUTE', 600_000, problems),
    quotas: readQuotas(env, problems),
  }
  problems.push(...contradictions(config))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** For the processes that this one starts: malloc would keep several heaps, and Node what it reads from its cache of compiled code. */
export function saveMemory(): void {
  process.env['MALLOC_ARENA_MAX'] ??= '1'
  process.env['NODE_DISABLE_COMPILE_CACHE'] ??= '1'
}

function contradictions(config: Config): string[] {
  const problems: string[] = []
  if (config.databaseUrl !== null && config.secret === null) {
    problems.push(
      'NOTIFLY_SECRET is required with DATABASE_URL: it seals what is stored there. Make one with `openssl rand -hex 32`.',
    )
  }
  if (config.retentionDays > 0 && config.retentionDays < 31) {
    problems.push('NOTIFLY_RETENTION_DAYS is at least 31, or 0 to keep everything.')
  }
  if (config.eventDays < 31 || config.eventDays > 1830) problems.push('NOTIFLY_EVENT_DAYS is between 31 and 1830.')
  if (config.logs.days < 1 || config.logs.days > 365) problems.push('NOTIFLY_LOG_DAYS is between 1 and 365.')
  if (config.drainSeconds > 15) problems.push('NOTIFLY_DRAIN_SECONDS is at most 15.')
  if (config.secret !== null && config.secret.length < 32) problems.push('NOTIFLY_SECRET needs at least 32 characters.')
  if (!config.sandbox.on && config.systemSmtpUrl === null) {
    problems.push(
      'NOTIFLY_SYSTEM_SMTP_URL is required while the sandbox is off, for example smtps://user:password@smtp.example.com',
    )
  }
  return problems
}

function readSandbox(
  env: NodeJS.ProcessEnv,
  { onlyThisMachine, databaseUrl }: { onlyThisMachine: boolean; databaseUrl: string | null },
  problems: string[],
): Config['sandbox'] {
  const wish = env['NOTIFLY_SANDBOX'] || 'auto'
  if (!['auto', 'on', 'off'].includes(wish)) problems.push('NOTIFLY_SANDBOX is auto, on or off.')
  const on = wish === 'on' || (wish === 'auto' && onlyThisMachine)
  if (wish === 'on' && databaseUrl !== null && !serverUrls(databaseUrl).every(isLoopbackUrl)) {
    problems.push(
      'NOTIFLY_SANDBOX=on is refused with a remote database: the sandbox is for trying things on one machine.',
    )
  }
  const smtpPort = readInteger(env, 'NOTIFLY_SANDBOX_SMTP_PORT', 3125, problems)
  return {
    on,
    byHand: wish === 'on' && !onlyThisMachine,
    port: readInteger(env, 'NOTIFLY_SANDBOX_PORT', 3100, problems),
    smtpPort,
    // Beside the other one: a second sandbox on this machine needs no setting of its own for it.
    dnsPort: readInteger(env, 'NOTIFLY_SANDBOX_DNS_PORT', Math.min(smtpPort + 28, 65_535), problems),
  }
}

type KnownProvider = Exclude<SsoProvider, 'oidc'>

const SSO_URLS: Record<KnownProvider, string> = {
  gitlab: 'https://gitlab.com',
  microsoft: 'https://login.microsoftonline.com/common',
  linkedin: 'https://www.linkedin.com',
}

/** Where the sandbox keeps its providers of single sign-on, for installations that have set up none. */
const SSO_EMULATORS: Record<KnownProvider, string> = {
  gitlab: '/sso/gitlab',
  microsoft: '/sso/microsoft/common',
  linkedin: '/sso/linkedin',
}

function readSso(env: NodeJS.ProcessEnv, sandbox: Config['sandbox'], problems: string[]): Config['sso'] {
  const settings = SSO_PROVIDERS.map(provider => {
    const setting = provider === 'oidc' ? readOidc(env, problems) : readSsoProvider(env, provider, sandbox, problems)
    return [provider, setting] as const
  })
  return Object.fromEntries(settings.filter(([, setting]) => setting !== null))
}

function readSsoProvider(
  env: NodeJS.ProcessEnv,
  provider: KnownProvider,
  sandbox: Config['sandbox'],
  problems: string[],
): SsoSetting | null {
  const name = `NOTIFLY_${provider.toUpperCase()}`
  const clientId = env[`${name}_CLIENT_ID`]
  const clientSecret = env[`${name}_CLIENT_SECRET`] || null
  const url = readUrl(env, `${name}_URL`, SSO_URLS[provider], problems)
  if (!clientId) {
    if (env[`${name}_URL`] || clientSecret !== null) problems.push(`${name}_CLIENT_ID is missing beside the others.`)
    // A visitor may choose any identity there, so never where others can reach us.
    if (!sandbox.on || sandbox.byHand) return null
    const emulator = `http://127.0.0.1:${sandbox.port}${SSO_EMULATORS[provider]}`
    const secret = provider === 'linkedin' ? 'sandbox-secret' : null
    return { url: emulator, name: null, clientId: 'notifly', clientSecret: secret }
  }
  if (provider === 'linkedin' && clientSecret === null) problems.push(`${name}_CLIENT_SECRET is missing.`)
  if (url.startsWith('http:') && !isLoopbackUrl(url)) problems.push(`${name}_URL must be an https address.`)
  return { url, name: null, clientId, clientSecret }
}

/** A company's own provider. Its issuer is compared letter by letter, so it is taken as it was written. */
function readOidc(env: NodeJS.ProcessEnv, problems: string[]): SsoSetting | null {
  const issuer = env['NOTIFLY_OIDC_ISSUER']
  const clientId = env['NOTIFLY_OIDC_CLIENT_ID']
  const clientSecret = env['NOTIFLY_OIDC_CLIENT_SECRET'] || null
  const name = env['NOTIFLY_OIDC_NAME'] || null
  if (!issuer && !clientId && clientSecret === null && name === null) return null
  if (!issuer || !clientId) {
    problems.push('NOTIFLY_OIDC_ISSUER and NOTIFLY_OIDC_CLIENT_ID go together.')
    return null
  }
  if (!URL.canParse(issuer) || (!issuer.startsWith('https:') && !isLoopbackUrl(issuer))) {
    problems.push('NOTIFLY_OIDC_ISSUER must be an https address.')
    return null
  }
  return { url: issuer, name, clientId, clientSecret }
}

/** With the sandbox on, whatever is not set leads to its stand-ins. */
function readProviderUrls(env: NodeJS.ProcessEnv, sandbox: Config['sandbox'], problems: string[]) {
  const entries = PROVIDER_HOSTS.map(host => {
    const fallback = sandbox.on ? `http://127.0.0.1:${sandbox.port}/providers/${host}` : PROVIDER_URLS[host]
    return [host, readUrl(env, `NOTIFLY_${host.toUpperCase()}_URL`, fallback, problems)] as const
  })
  return Object.fromEntries(entries) as Record<ProviderHost, string>
}

function readPushOrigins(env: NodeJS.ProcessEnv, sandbox: Config['sandbox'], problems: string[]): string[] {
  const origins = readList(env, 'NOTIFLY_PUSH_ORIGINS')
  const wrong = origins.filter(origin => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong.length > 0)
    problems.push(`NOTIFLY_PUSH_ORIGINS has "${wrong.join(', ')}"; it is a comma list such as https://push.example.com`)
  return sandbox.on ? [`http://127.0.0.1:${sandbox.port}`, ...origins] : origins
}

/** With the sandbox on, whatever is not set is asked of its resolver. */
function readDnsServers(env: NodeJS.ProcessEnv, sandbox: Config['sandbox'], problems: string[]): string[] {
  const servers = readList(env, 'NOTIFLY_DNS_SERVERS')
  try {
    new Resolver().setServers(servers)
  } catch {
    problems.push(
      `NOTIFLY_DNS_SERVERS has "${servers.join(', ')}"; it is a comma list of addresses such as 192.0.2.53 or [2001:db8::53]:5353.`,
    )
  }
  return servers.length === 0 && sandbox.on ? [`127.0.0.1:${sandbox.dnsPort}`] : servers
}

/** Without a domain, bounces come back only as SMTP replies. Port 0 is any free one. */
function readBounce(env: NodeJS.ProcessEnv, sandboxOn: boolean, problems: string[]): Config['bounce'] {
  const domain = env['NOTIFLY_BOUNCE_DOMAIN'] || (sandboxOn ? 'bounces.localhost' : null)
  const port = env['NOTIFLY_BOUNCE_SMTP_PORT']
    ? readInteger(env, 'NOTIFLY_BOUNCE_SMTP_PORT', 0, problems)
    : sandboxOn
      ? 0
      : null
  // Mail servers come from the internet, so a listener that was asked for is open to them.
  const smtpHost = env['NOTIFLY_BOUNCE_SMTP_HOST'] || (sandboxOn ? '127.0.0.1' : '0.0.0.0')
  return { domain, smtpHost, smtpPort: port }
}

/** A number of proxies was accepted once. It says nothing about who connects, so it is refused. */
function readTrustedProxies(env: NodeJS.ProcessEnv, problems: string[]): string[] {
  const networks = readList(env, 'NOTIFLY_TRUSTED_PROXIES')
  const reasons = networks.map(network => networkProblem(network)).filter(reason => reason !== undefined)
  if (reasons.length > 0) {
    problems.push(
      `NOTIFLY_TRUSTED_PROXIES names the networks that your proxies connect from, for example 127.0.0.1 for one on ` +
        `this machine, or 10.0.0.0/8,fd00::/8: ${reasons.join('; ')}.`,
    )
  }
  return networks
}

function readRoles(env: NodeJS.ProcessEnv, problems: string[]): ReadonlySet<Role> {
  const wish = (env['NOTIFLY_ROLES'] || 'all').split(',').map(role => role.trim())
  if (wish.includes('all')) return new Set(ROLES)
  const unknown = wish.filter(role => !ROLES.some(known => known === role))
  if (unknown.length > 0)
    problems.push(`NOTIFLY_ROLES has "${unknown.join(', ')}"; possible are ${ROLES.join(', ')} and all.`)
  return new Set(ROLES.filter(role => wish.includes(role)))
}

function readOperators(env: NodeJS.ProcessEnv, problems: string[]): string[] {
  const operators = readList(env, 'NOTIFLY_OPERATORS').map(address => address.toLowerCase())
  const wrong = operators.filter(address => !/^[^@\s]+@[^@\s]+$/.test(address))
  if (wrong.length > 0)
    problems.push(`NOTIFLY_OPERATORS has "${wrong.join(', ')}"; it is a comma list of email addresses.`)
  return operators
}

function readList(env: NodeJS.ProcessEnv, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
}

function readQuotas(env: NodeJS.ProcessEnv, problems: string[]): Config['quotas'] {
  const read = (name: string, fallback: number): number => readQuota(env, name, fallback, problems)
  return {
    bytes: read('NOTIFLY_QUOTA_STORED_MB', 5000) * 1_048_576,
    campaigns: read('NOTIFLY_QUOTA_CAMPAIGNS', 100_000),
    contacts: read('NOTIFLY_QUOTA_CONTACTS', 5_000_000),
    events: read('NOTIFLY_QUOTA_EVENTS_MB', 20_000) * 1_048_576,
    event_names: read('NOTIFLY_QUOTA_EVENT_NAMES', 500),
    event_properties: read('NOTIFLY_QUOTA_EVENT_PROPERTIES', 5000),
    fields: read('NOTIFLY_QUOTA_FIELDS', 2000),
    keys: read('NOTIFLY_QUOTA_KEYS', 100),
    requests: read('NOTIFLY_QUOTA_REQUESTS', 1000),
    segments: read('NOTIFLY_QUOTA_SEGMENTS', 2000),
    templates: read('NOTIFLY_QUOTA_TEMPLATES', 5000),
  }
}

/** At most what a number of four bytes holds. */
function readQuota(env: NodeJS.ProcessEnv, name: string, fallback: number, problems: string[]): number {
  const value = env[name]
  if (!value) return fallback
  if (/^\d{1,10}$/.test(value) && Number(value) <= 2_147_483_647) return Number(value)
  problems.push(`${name} is "${value}"; it must be a whole number up to 2147483647, or 0 for no end.`)
  return fallback
}
