/** Front door of channel settings: how an application uses each provider. One configuration per channel. */
import {
  type ConfigurationTest,
  type EmailConfiguration,
  KEPT_SECRET,
  SmtpSettings,
} from '@notifly/contracts/channel-settings'
import type { Kysely } from 'kysely'
import { openConfiguration, sealSecrets } from '../../channels/configuration.ts'
import { EMAIL_PROVIDERS } from '../../channels/registry.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { pauseRunsOfChannel } from '../../delivery/runs/runs.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { randomToken, type Secrets } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type CommandContext, openRequestsOn } from '../approvals/approvals.ts'
import { dkimRecord } from './dkim-record.ts'
import { completeSettings, SECRET_FIELDS, type CompleteSettings } from './kept-secrets.ts'
import { providerEnvironment } from './provider-environment.ts'
import {
  deleteConfigurationRow,
  insertConfiguration,
  lockConfiguration,
  selectConfiguration,
  selectOpenCampaigns,
  updateConfigurationRow,
  updateFailure,
} from './queries.ts'

export type { CompleteSettings } from './kept-secrets.ts'
export { providerEnvironment } from './provider-environment.ts'

type Db = Kysely<Tables>
type Row = NonNullable<Awaited<ReturnType<typeof selectConfiguration>>>

const CHANNEL = 'email'

export interface Typed {
  configuration_type: 'smtp'
  configuration_setting: SmtpSettings
}

/** The email settings with their secrets, for sending; null while there are none. */
export async function emailSettings(
  deps: Pick<Deps, 'database' | 'secrets'>,
  applicationId: string,
): Promise<CompleteSettings | null> {
  const row = await selectConfiguration(deps.database.kysely, applicationId, CHANNEL)
  return row === undefined ? null : settingsOf(row, deps.secrets)
}

/** Notes what sending a mail said of the saved settings: why they fail, or null when they work. */
export async function noteEmailState(deps: Deps, applicationId: string, failure: string | null): Promise<void> {
  const row = await selectConfiguration(deps.database.kysely, applicationId, CHANNEL)
  if (row === undefined || row.failure === failure) return
  await updateFailure(deps.database.kysely, row.configuration_id, failure, deps.clock.now())
}

/** The email configuration with its secrets hidden; null while there is none. */
export async function readEmail(
  { db, secrets }: { db: Db; secrets: Secrets },
  applicationId: string,
): Promise<EmailConfiguration | null> {
  const row = await selectConfiguration(db, applicationId, CHANNEL)
  return row === undefined ? null : present(db, row, secrets)
}

/** Throws conflict when email is configured already. */
export async function createEmail({ deps, db, actor, now }: CommandContext, typed: Typed): Promise<EmailConfiguration> {
  const { applicationId, accountId } = actor
  const settings = completeSettings(typed.configuration_setting, null)
  const configurationId = uuidv7()
  const isNew = await insertConfiguration(
    db,
    { applicationId, channel: CHANNEL, configurationId, hookToken: randomToken() },
    { provider: typed.configuration_type, ...sealed(configurationId, settings, deps.secrets) },
    { by: accountId, now },
  )
  if (!isNew) throw new AppError('conflict', { message: 'Email is set up already. Change the settings that exist.' })
  return present(db, await required(db, applicationId), deps.secrets)
}

/** Throws notFound while there is none, invalidInput for a secret that has to be typed again. */
export async function updateEmail({ deps, db, actor, now }: CommandContext, typed: Typed): Promise<EmailConfiguration> {
  const { applicationId, accountId } = actor
  const row = await lockConfiguration(db, applicationId, CHANNEL)
  if (row === undefined) throw new AppError('notFound')
  const settings = completeSettings(typed.configuration_setting, settingsOf(row, deps.secrets))
  await updateConfigurationRow(
    db,
    { applicationId, channel: CHANNEL },
    { provider: typed.configuration_type, ...sealed(row.configuration_id, settings, deps.secrets) },
    { by: accountId, now },
  )
  return present(db, await required(db, applicationId), deps.secrets)
}

/** Removes the configuration; runs in progress pause, scheduled campaigns wait for the next one. */
export async function deleteEmail({ db, actor: { applicationId } }: CommandContext): Promise<void> {
  if ((await lockConfiguration(db, applicationId, CHANNEL)) === undefined) throw new AppError('notFound')
  await deleteConfigurationRow(db, { applicationId, channel: CHANNEL })
  await pauseRunsOfChannel(db, { applicationId, channel: CHANNEL }, 'channel not configured')
}

/** Tries settings, saved or not. A result that concerns the saved ones is noted as their state. */
export async function testEmail(deps: Deps, applicationId: string, typed: Typed): Promise<ConfigurationTest> {
  const { kysely } = deps.database
  const row = await selectConfiguration(kysely, applicationId, CHANNEL)
  const stored = row === undefined ? null : settingsOf(row, deps.secrets)
  const settings = completeSettings(typed.configuration_setting, stored)
  const result = await EMAIL_PROVIDERS[typed.configuration_type].test(settings, providerEnvironment(deps.config))
  if (row !== undefined && stored !== null && sameConnection(settings, stored)) {
    const failure = result.ok ? null : (result.steps.at(-1)?.message ?? '')
    await updateFailure(kysely, row.configuration_id, failure, deps.clock.now())
  }
  return result
}

function sameConnection(one: CompleteSettings, other: CompleteSettings): boolean {
  const fields = ['host', 'port_no', 'username', 'security', 'password', 'sender_email'] as const
  return fields.every(field => one[field] === other[field])
}

function settingsOf(row: Row, secrets: Secrets): CompleteSettings {
  const settings = SmtpSettings.parse(openConfiguration(row, secrets))
  return { ...settings, password: settings.password ?? '' }
}

function sealed(configurationId: string, settings: CompleteSettings, secrets: Secrets) {
  const isSecret = (name: string) => SECRET_FIELDS.some(field => field === name)
  const fields = Object.entries(settings).filter(([, value]) => value !== undefined)
  const hidden = fields.filter(([name]) => isSecret(name)).map(([name, value]) => [name, String(value)] as const)
  return {
    settings: Object.fromEntries(fields.filter(([name]) => !isSecret(name))),
    secrets: sealSecrets(configurationId, Object.fromEntries(hidden), secrets),
  }
}

async function required(db: Db, applicationId: string): Promise<Row> {
  const row = await selectConfiguration(db, applicationId, CHANNEL)
  if (row === undefined) throw new AppError('notFound')
  return row
}

async function present(db: Db, row: Row, secrets: Secrets): Promise<EmailConfiguration> {
  const { dkim_private_key: privateKey, messages_per_second, ...settings } = settingsOf(row, secrets)
  const { dkim_domain: domain, dkim_selector: selector } = settings
  const signs = privateKey !== undefined && domain !== undefined && selector !== undefined
  const campaigns = await selectOpenCampaigns(db, row.application_id, CHANNEL)
  const requests = await openRequestsOn(db, row.application_id, 'channel', [CHANNEL])
  const approvalId = requests.get(CHANNEL)
  return {
    configuration_type: 'smtp',
    configuration_setting: {
      ...settings,
      password: KEPT_SECRET,
      messages_per_second: messages_per_second ?? null,
      ...(signs && { dkim_private_key: KEPT_SECRET }),
    },
    dkim_record: signs ? dkimRecord({ domain, selector, privateKey }) : null,
    failure: row.failing_since === null ? null : { message: row.failure ?? '', since: epochSeconds(row.failing_since) },
    campaigns: campaigns.map(({ campaign_id, name, status }) => ({
      uuid: campaign_id,
      name,
      status: status as EmailConfiguration['campaigns'][number]['status'],
    })),
    updated_on: epochSeconds(row.updated_at),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}
