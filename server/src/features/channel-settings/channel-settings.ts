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
import { pauseRunsOfChannel } from '../../delivery/runs.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { randomToken, type Secrets } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
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
export async function readEmail(deps: Deps, applicationId: string): Promise<EmailConfiguration | null> {
  const row = await selectConfiguration(deps.database.kysely, applicationId, CHANNEL)
  return row === undefined ? null : present(deps.database.kysely, row, deps.secrets)
}

/** Throws conflict when email is configured already. */
export async function createEmail(deps: Deps, caller: ApplicationCaller, typed: Typed): Promise<EmailConfiguration> {
  const { applicationId } = caller
  const settings = completeSettings(typed.configuration_setting, null)
  const configurationId = uuidv7()
  const isNew = await insertConfiguration(
    deps.database.kysely,
    { applicationId, channel: CHANNEL, configurationId, hookToken: randomToken() },
    { provider: typed.configuration_type, ...sealed(configurationId, settings, deps.secrets) },
    { by: caller.accountId, now: deps.clock.now() },
  )
  if (!isNew) throw new AppError('conflict', { message: 'Email is set up already. Change the settings that exist.' })
  return present(deps.database.kysely, await required(deps.database.kysely, applicationId), deps.secrets)
}

/** Throws notFound while there is none, invalidInput for a secret that has to be typed again. */
export async function updateEmail(deps: Deps, caller: ApplicationCaller, typed: Typed): Promise<EmailConfiguration> {
  const { applicationId } = caller
  return deps.database.kysely.transaction().execute(async tx => {
    const row = await lockConfiguration(tx, applicationId, CHANNEL)
    if (row === undefined) throw new AppError('notFound')
    const settings = completeSettings(typed.configuration_setting, settingsOf(row, deps.secrets))
    await updateConfigurationRow(
      tx,
      { applicationId, channel: CHANNEL },
      { provider: typed.configuration_type, ...sealed(row.configuration_id, settings, deps.secrets) },
      { by: caller.accountId, now: deps.clock.now() },
    )
    return present(tx, await required(tx, applicationId), deps.secrets)
  })
}

/** Removes the configuration; runs in progress pause, scheduled campaigns wait for the next one. */
export async function deleteEmail(deps: Deps, { applicationId }: ApplicationCaller): Promise<void> {
  await deps.database.kysely.transaction().execute(async tx => {
    if ((await lockConfiguration(tx, applicationId, CHANNEL)) === undefined) throw new AppError('notFound')
    await deleteConfigurationRow(tx, { applicationId, channel: CHANNEL })
    await pauseRunsOfChannel(tx, { applicationId, channel: CHANNEL }, 'channel not configured')
  })
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
  }
}
