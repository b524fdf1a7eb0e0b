/** Configurations in the API's form: without secrets, with their state and the URL for the provider's reports. */
import type { ConfigurationState } from '@notifly/contracts/channel-settings/channel-settings'
import { LEVEL } from '@notifly/contracts/roles/activities'
import {
  bodyOfChosen,
  CHANNEL_FORMS,
  type Chosen,
  formOf,
  KEPT_SECRET,
  type SettingsChannel,
} from '@notifly/contracts/channel-settings/channels'
import { type AnySettings, fieldsOf, isBlank } from '@notifly/contracts/channel-settings/form'
import { inWords } from '@notifly/contracts/sentences/english'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readCaCertificates } from '../../channels/email/ca-certificates.ts'
import { channelNamed, hookOf } from '../../channels/registry.ts'
import type { Db } from '../../db/schema/tables.ts'
import { type ApplicationCaller, hasLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { readWords } from '../../lib/stored-words.ts'
import { openRequestsOn } from '../approvals/approvals.ts'
import { selectOpenCampaigns } from './queries.ts'
import { chosenOf, type ConfigurationRow } from './stored.ts'

/** What the routes of every channel return: the schema of each decides what may leave. */
export type Configuration = Record<string, unknown> & ConfigurationState

export async function present(
  deps: Pick<Deps, 'secrets' | 'config'>,
  db: Db,
  row: ConfigurationRow,
): Promise<Configuration> {
  const channel = row.channel as SettingsChannel
  const { application_id: applicationId } = row
  const chosen = chosenOf(row, deps.secrets)
  const campaigns = await selectOpenCampaigns(db, applicationId, channel)
  const approvalId = (await openRequestsOn(db, applicationId, 'channel', [channel])).get(channel)
  return {
    ...shownBody(channel, chosen, formOf(channel, chosen.type)?.generated),
    ...formOf(channel, chosen.type)?.derived(chosen.settings),
    ...(channel === 'email' && ofEmail(row, chosen.settings)),
    failure: failureOf(row),
    campaigns: campaigns.map(({ campaign_id, name, status }) => ({
      uuid: campaign_id,
      name,
      status: status as ConfigurationState['campaigns'][number]['status'],
    })),
    hook_url: hookUrl(deps, row),
    ...(awaitsReports(row, chosen) && { awaits_reports: true as const }),
    updated_on: epochSeconds(row.updated_at),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

/** The last failure of the settings, as long as they fail. */
export function failureOf({
  failure,
  failing_since: since,
}: Pick<ConfigurationRow, 'failure' | 'failing_since'>): ConfigurationState['failure'] {
  return since === null ? null : { ...inWords(readWords(failure ?? '')), since: epochSeconds(since) }
}

/** Whether the provider could send reports to a URL of ours, but does not yet. */
function awaitsReports({ channel, provider: name, settings }: ConfigurationRow, chosen: Chosen): boolean {
  const provider = channelNamed(channel)?.providers[name]
  return provider?.hook !== undefined && !provider.reportsDelivery({ ...(settings as object), ...chosen.settings })
}

/**
 * The same as shown to a caller: a person who knows the report URL and the values that we generated for it can report in the provider's
 * name, so both are masked for callers who may not change the settings.
 */
export function shownTo(
  caller: ApplicationCaller,
  channel: SettingsChannel,
  configuration: Configuration,
): Configuration {
  if (hasLevel(caller, CHANNEL_FORMS[channel].activity, LEVEL.update)) return configuration
  const { hook_url: hookUrl } = configuration
  const generated = Object.values(CHANNEL_FORMS[channel].forms).flatMap(form => form.generated)
  const known = generated.filter(name => configuration[name] !== undefined)
  return {
    ...configuration,
    hook_url: hookUrl && hookUrl.replace(/(?<=\/)[^/]+$/, KEPT_SECRET),
    ...Object.fromEntries(known.map(name => [name, KEPT_SECRET])),
  }
}

/** Provider and settings in the form of request bodies, with masked secrets; values that we `generated` only if named. */
export function shownBody(
  channel: SettingsChannel,
  { type, settings }: Chosen,
  generated: readonly string[] = [],
): Record<string, unknown> {
  const form = formOf(channel, type)
  const shown = fieldsOf(form ?? { fields: {} }).flatMap(([name, field]) => {
    const value = settings[name]
    if (isBlank(value)) return field.kind === 'number' ? [[name, null] as const] : []
    return [[name, field.isSecret ? KEPT_SECRET : value] as const]
  })
  const ours = generated.map(name => [name, settings[name]] as const)
  return bodyOfChosen(channel, { type, settings: Object.fromEntries([...shown, ...ours]) })
}

/** Null for a provider that does not report by HTTP. */
export function hookUrl(
  { config }: Pick<Deps, 'config'>,
  { channel, provider, hook_token }: Pick<ConfigurationRow, 'channel' | 'provider' | 'hook_token'>,
): string | null {
  if (hookOf(channel, provider) === undefined) return null
  return `${config.publicUrl}/hooks/${provider}/${hook_token}`
}

function ofEmail({ settings }: ConfigurationRow, chosen: AnySettings) {
  const { one_at_a_time: oneAtATime = '' } = settings as { one_at_a_time?: string }
  const { ca_certificate: certificates } = chosen
  return {
    dkim_record: dkimRecordOf(chosen),
    ca_certificates: (typeof certificates === 'string' ? readCaCertificates(certificates) : []).map(
      ({ subject, fingerprint, validUntil }) => ({ subject, fingerprint, valid_until: epochSeconds(validUntil) }),
    ),
    ...(oneAtATime !== '' && { one_at_a_time: true as const }),
  }
}

/** The public key that verifies our signatures, as its DNS record; null without one. */
export function dkimRecordOf({
  dkim_domain: domain,
  dkim_selector: selector,
  dkim_private_key: privateKey,
}: AnySettings) {
  const texts = [domain, selector, privateKey].filter(each => typeof each === 'string')
  const [domainText, selectorText, keyText] = texts
  if (domainText === undefined || selectorText === undefined || keyText === undefined) return null
  return dkimRecord({ domain: domainText, selector: selectorText, privateKey: keyText })
}

// The public half of a DKIM key as the DNS record that receivers look up (RFC 6376 section 3.6.1, RFC 8463).

interface DkimSettings {
  domain: string
  selector: string
  privateKey: string
}

interface DkimRecord {
  name: string
  type: 'TXT'
  value: string
}

/** The record for a key that was checked when it was saved. */
function dkimRecord({ domain, selector, privateKey }: DkimSettings): DkimRecord {
  const key = createPublicKey(readPrivateKey(privateKey) as unknown as Parameters<typeof createPublicKey>[0])
  const der = key.export({ type: 'spki', format: 'der' })
  // DNS has an Ed25519 key as its bare 32 bytes, RSA as the whole SubjectPublicKeyInfo.
  const isEdwards = key.asymmetricKeyType === 'ed25519'
  const value = (isEdwards ? der.subarray(-32) : der).toString('base64')
  return {
    name: `${selector}._domainkey.${domain}`,
    type: 'TXT',
    value: `v=DKIM1; k=${isEdwards ? 'ed25519' : 'rsa'}; p=${value}`,
  }
}

function readPrivateKey(text: string): KeyObject {
  const trimmed = text.trim()
  if (trimmed.startsWith('-----')) return createPrivateKey(trimmed)
  return createPrivateKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'pkcs8' })
}
