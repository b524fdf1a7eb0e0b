/**
 * Settings of optional parts: small machines, support tickets, the visual editor, billing, backups, traces, and the
 * distribution over a cluster. config.ts, the only reader of the environment, passes `env`.
 */
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import type { PaymentKeys, PaymentProviderKind } from './payments/provider.ts'
import { PAYMENT_PROVIDERS, type PaymentSetting } from './payments/registry.ts'
import type { TracingSetting } from './tracing/spans.ts'

/** Where tickets are created at HubSpot. Pipeline and stage are its internal ids, not their labels. */
export interface HubspotSetting {
  ticketsUrl: string
  token: string
  pipeline: string
  stage: string
}

/** Beefree's visual editor: our application there, the address it signs in at, and the script that browsers load. */
export interface BeefreeSetting {
  clientId: string
  clientSecret: string
  loginUrl: string
  pluginUrl: string
}

/** Billing: the payment provider, our account there, and the plans that are sold. */
export interface BillingSetting extends PaymentSetting {
  /** Null: the product's own plans. */
  plansFile: string | null
  /** The sandbox plays the payment provider because none is set up: no money is paid, so organizations without a plan have no limits. */
  isTrial: boolean
}

/**
 * Null without a token. The whole tickets address is a setting, since it contains the version of HubSpot's API. With the sandbox on, the
 * default address is that of the sandbox's stand-in.
 */
export function readHubspot(
  env: NodeJS.ProcessEnv,
  sandbox: { on: boolean; port: number },
  problems: string[],
): HubspotSetting | null {
  const token = env['NOTIFLY_HUBSPOT_TOKEN']
  if (!token) return null
  const host = sandbox.on ? `http://127.0.0.1:${sandbox.port}/hubspot` : 'https://api.hubapi.com'
  return {
    token,
    ticketsUrl: readUrl(env, 'NOTIFLY_HUBSPOT_TICKETS_URL', `${host}/crm/v3/objects/tickets`, problems),
    pipeline: env['NOTIFLY_HUBSPOT_PIPELINE'] || '0',
    stage: env['NOTIFLY_HUBSPOT_STAGE'] || '1',
  }
}

/** The largest machine, or container, that is small by itself. */
const SMALL_BYTES = 2 * 1024 ** 3

/** Whether memory comes before speed: on a machine, or in a container, of at most 2 GiB by itself. */
export function readSmall(
  env: NodeJS.ProcessEnv,
  problems: string[],
  memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): boolean {
  const wish = env['NOTIFLY_SMALL'] || 'auto'
  if (!['auto', 'on', 'off'].includes(wish)) problems.push('NOTIFLY_SMALL is auto, on or off.')
  return wish === 'on' || (wish === 'auto' && memoryBytes <= SMALL_BYTES)
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug']

export function readLogLevel(env: NodeJS.ProcessEnv, problems: string[]): string {
  const level = env['NOTIFLY_LOG_LEVEL'] || 'info'
  if (!LOG_LEVELS.includes(level)) problems.push('NOTIFLY_LOG_LEVEL is fatal, error, warn, info or debug.')
  return level
}

/** Whether addresses within the operator's own network may be called. */
export function readPrivateTargets(env: NodeJS.ProcessEnv, onlyThisMachine: boolean, problems: string[]): boolean {
  const wish = env['NOTIFLY_ALLOW_PRIVATE_TARGETS'] || 'auto'
  if (!['auto', 'on', 'off'].includes(wish)) problems.push('NOTIFLY_ALLOW_PRIVATE_TARGETS is auto, on or off.')
  return wish === 'on' || (wish === 'auto' && onlyThisMachine)
}

/** Whether tables are spread where the database has Citus. */
export function readDistribute(env: NodeJS.ProcessEnv, problems: string[]): 'auto' | 'off' {
  const wish = env['NOTIFLY_DISTRIBUTE'] || 'auto'
  if (wish !== 'auto' && wish !== 'off') problems.push('NOTIFLY_DISTRIBUTE is auto or off.')
  return wish === 'off' ? 'off' : 'auto'
}

export function readMailbox(env: NodeJS.ProcessEnv, problems: string[]): string | null {
  const mailbox = env['NOTIFLY_SUPPORT_EMAIL'] || null
  if (mailbox !== null && !/^[^@\s]+@[^@\s]+$/.test(mailbox))
    problems.push(`NOTIFLY_SUPPORT_EMAIL is "${mailbox}"; it must be an email address.`)
  return mailbox
}

/** Null without a client id and secret. With the sandbox on, the default addresses are those of its stand-in. */
export function readBeefree(
  env: NodeJS.ProcessEnv,
  sandbox: { on: boolean; port: number },
  problems: string[],
): BeefreeSetting | null {
  const [clientId, clientSecret] = [env['NOTIFLY_BEEFREE_CLIENT_ID'], env['NOTIFLY_BEEFREE_CLIENT_SECRET']]
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    problems.push('NOTIFLY_BEEFREE_CLIENT_ID and NOTIFLY_BEEFREE_CLIENT_SECRET are set together.')
    return null
  }
  const standIn = `http://127.0.0.1:${sandbox.port}/beefree`
  const [login, plugin] = sandbox.on
    ? [`${standIn}/loginV2`, `${standIn}/BeePlugin.js`]
    : ['https://auth.getbee.io/loginV2', 'https://app-rsrc.getbee.io/plugin/v2/BeePlugin.js']
  return {
    clientId,
    clientSecret,
    loginUrl: readUrl(env, 'NOTIFLY_BEEFREE_LOGIN_URL', login, problems),
    pluginUrl: readUrl(env, 'NOTIFLY_BEEFREE_PLUGIN_URL', plugin, problems),
  }
}

/** Null without an account at a payment provider, unless the sandbox is on, which plays one. */
export function readBilling(
  env: NodeJS.ProcessEnv,
  sandbox: { on: boolean; port: number },
  problems: string[],
): BillingSetting | null {
  const all = Object.values(PAYMENT_PROVIDERS)
  const named = all.find(kind => KEY_SETTINGS.some(part => env[paymentSetting(kind, part)]))
  const provider = named ?? (sandbox.on ? all.find(kind => kind.sandbox) : undefined)
  const keys = named ? readPaymentKeys(env, named, problems) : provider?.sandbox
  if (provider === undefined || keys === undefined) return null
  const standIn = `http://127.0.0.1:${sandbox.port}/${provider.name}`
  const urls =
    sandbox.on && provider.sandbox ? { api: `${standIn}/v1`, checkout: `${standIn}/checkout.js` } : provider.urls
  return {
    provider: provider.name,
    account: {
      ...keys,
      apiUrl: readUrl(env, paymentSetting(provider, 'API_URL'), urls.api, problems),
      checkoutUrl: readUrl(env, paymentSetting(provider, 'CHECKOUT_URL'), urls.checkout, problems),
    },
    plansFile: env['NOTIFLY_PLANS_FILE'] || null,
    isTrial: named === undefined,
  }
}

const KEY_SETTINGS = ['KEY_ID', 'KEY_SECRET', 'WEBHOOK_SECRET']

function paymentSetting({ name }: PaymentProviderKind, part: string): string {
  return `NOTIFLY_${name.toUpperCase()}_${part}`
}

function readPaymentKeys(
  env: NodeJS.ProcessEnv,
  provider: PaymentProviderKind,
  problems: string[],
): PaymentKeys | undefined {
  const names = KEY_SETTINGS.map(part => paymentSetting(provider, part))
  const [keyId, keySecret, webhookSecret] = names.map(name => env[name])
  if (keyId && keySecret && webhookSecret) return { keyId, keySecret, webhookSecret }
  problems.push(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} are set together.`)
  return undefined
}

/** Backups and the archive of the embedded database's log. */
export interface BackupSetting {
  /** What they are encrypted with. */
  passphrase: string | null
  /** Scheduled backups are written here, each into its own folder; null: none are taken. */
  dir: string | null
  everyHours: number
  /** How many of them are kept. */
  keep: number
  archiveDir: string | null
}

export function readBackup(env: NodeJS.ProcessEnv, embedded: boolean, problems: string[]): BackupSetting {
  const setting = {
    passphrase: env['NOTIFLY_BACKUP_PASSPHRASE'] || null,
    dir: folderOf(env['NOTIFLY_BACKUP_DIR']),
    everyHours: readCount(env, 'NOTIFLY_BACKUP_HOURS', { fallback: 24, least: 1, most: 168 }, problems),
    keep: readCount(env, 'NOTIFLY_BACKUP_KEEP', { fallback: 7, least: 1, most: 1000 }, problems),
    archiveDir: folderOf(env['NOTIFLY_ARCHIVE_DIR']),
  }
  const { passphrase, dir, archiveDir } = setting
  if (dir !== null && passphrase === null) {
    problems.push('NOTIFLY_BACKUP_PASSPHRASE is required with NOTIFLY_BACKUP_DIR: backups are encrypted with it.')
  }
  if (archiveDir !== null && dir === null) {
    problems.push('NOTIFLY_BACKUP_DIR is required with NOTIFLY_ARCHIVE_DIR: what no backup needs any more is removed.')
  }
  if (archiveDir !== null && !embedded) {
    problems.push('NOTIFLY_ARCHIVE_DIR is for the embedded database: archive an external one with its own tools.')
  }
  if (archiveDir !== null && process.platform === 'win32') {
    problems.push('NOTIFLY_ARCHIVE_DIR needs Linux or macOS. Backups work on Windows.')
  }
  return setting
}

function folderOf(value: string | undefined): string | null {
  return value ? resolve(value) : null
}

function readCount(
  env: NodeJS.ProcessEnv,
  name: string,
  { fallback, least, most }: { fallback: number; least: number; most: number },
  problems: string[],
): number {
  const value = env[name]
  if (!value) return fallback
  if (/^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
  problems.push(`${name} is "${value}"; it must be a whole number from ${least} to ${most}.`)
  return fallback
}

/**
 * Null without a collector. The variables have OpenTelemetry's standard names. Those that its SDK reads itself (headers, names) are not
 * checked here.
 */
export function readTracing(env: NodeJS.ProcessEnv, problems: string[]): TracingSetting | null {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (!endpoint || env['OTEL_SDK_DISABLED'] === 'true') return null
  readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, problems)
  const protocol = env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf'
  if (protocol !== 'http/protobuf') {
    problems.push(
      `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}"; only http/protobuf is spoken, at port 4318 of most collectors.`,
    )
  }
  const share = Number(env['OTEL_TRACES_SAMPLER_ARG'] || 1)
  if (!(share >= 0 && share <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG is the share that is traced, from 0 to 1.')
  const everyMs = (name: string, fallback: number): number => {
    const value = env[name] || String(fallback)
    if (!/^[1-9]\d{0,8}$/.test(value)) problems.push(`${name} is "${value}"; it must be a number of milliseconds.`)
    return Number(value)
  }
  const spansEveryMs = everyMs('OTEL_BSP_SCHEDULE_DELAY', 5000)
  const figuresEveryMs = everyMs('OTEL_METRIC_EXPORT_INTERVAL', 60_000)
  const traces = env['OTEL_TRACES_EXPORTER'] !== 'none'
  const metrics = env['OTEL_METRICS_EXPORTER'] !== 'none'
  return traces || metrics ? { share, traces, metrics, spansEveryMs, figuresEveryMs } : null
}

export function readUrl(env: NodeJS.ProcessEnv, name: string, fallback: string, problems: string[]): string {
  const value = env[name] || fallback
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/(?<!\/)\/+$/, '')
  problems.push(`${name} is "${value}"; it must be a full http or https address.`)
  return fallback
}

export function readInteger(env: NodeJS.ProcessEnv, name: string, fallback: number, problems: string[]): number {
  const value = env[name]
  if (!value) return fallback
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
  problems.push(`${name} is "${value}"; it must be a whole number from 0 to 65535.`)
  return fallback
}
