/** Front door of channel settings: how an application uses each provider. One configuration per channel. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { ConfigurationTest } from '@notifly/contracts/channel-settings/channel-settings'
import {
  type Chosen,
  chosenIn,
  formOf,
  placeOfSetting,
  type SettingsChannel,
} from '@notifly/contracts/channel-settings/channels'
import { type AnySettings, isBlank } from '@notifly/contracts/channel-settings/form'
import type { FieldFailure } from '@notifly/contracts/errors'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { isDeepStrictEqual } from 'node:util'
import { channelNamed } from '../../channels/registry.ts'
import type { Db } from '../../db/schema/tables.ts'
import { pauseRunsOfChannel } from '../../engine/runs/runs.ts'
import type { Fate } from '../../engine/streams/fates.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidFields, orNotFound } from '../../lib/app-error.ts'
import { randomToken } from '../../lib/secrets.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import type { CommandContext } from '../approvals/approvals.ts'
import { type Configuration, hookUrl, present } from './answer.ts'
import { completeSettings } from './kept-secrets.ts'
import { providerEnvironment } from './provider-environment.ts'
import {
  addProvenFacts,
  deleteConfigurationRow,
  insertConfiguration,
  storeFormerHook,
  lockConfiguration,
  selectConfiguration,
  updateConfigurationRow,
  updateFailure,
  updateHookToken,
} from './queries.ts'
import { chosenOf, columnsOf, type ConfigurationRow } from './stored.ts'

export { pricesOf } from './prices.ts'
export { providerEnvironment } from './provider-environment.ts'
// For web push, whose settings are a feature of their own (features/web-push/settings): all configurations are in one table.
export { failureOf } from './answer.ts'
export { authenticationOf } from './authentication/authentication.ts'
export {
  deleteConfigurationRow,
  insertConfiguration,
  lockConfiguration,
  selectConfiguration,
  selectOpenCampaigns,
  updateConfigurationRow,
} from './queries.ts'

/** A channel, and its settings in the form of request bodies. */
export type Typed = { channel: SettingsChannel } & Readonly<Record<string, unknown>>

/** Provider and settings of a channel with their secrets, for sending; null if there are none. */
export async function storedSettings(
  deps: Pick<Deps, 'database' | 'secrets'>,
  applicationId: string,
  channel: SettingsChannel,
): Promise<Chosen | null> {
  const row = await selectConfiguration(deps.database.kysely, applicationId, channel)
  return row === undefined ? null : chosenOf(row, deps.secrets)
}

/**
 * Stores the result of sending with the saved settings: why they fail, or null if they work. Ignores a result of another `provider` than
 * theirs.
 */
export async function noteState(
  deps: Pick<Deps, 'database' | 'clock'>,
  applicationId: string,
  channel: Channel,
  words: Words | null,
  provider?: string,
): Promise<void> {
  const failure = words === null ? null : storedWords(words)
  const row = await selectConfiguration(deps.database.kysely, applicationId, channel)
  if (row === undefined || row.failure === failure || (provider !== undefined && row.provider !== provider)) return
  await updateFailure(deps.database.kysely, row.configuration_id, failure, deps.clock.now())
}

/** The same for test messages. */
export async function noteTests(
  deps: Pick<Deps, 'database' | 'clock'>,
  applicationId: string,
  channel: Channel,
  fates: readonly Pick<Fate, 'end' | 'why' | 'blamesSettings'>[],
): Promise<void> {
  const works = fates.some(({ end }) => end === 'sent')
  const fault = fates.find(({ blamesSettings }) => blamesSettings)
  if (works || fault !== undefined) await noteState(deps, applicationId, channel, works ? null : (fault?.why ?? null))
}

/** A channel's configuration without its secrets; null if there is none. */
export async function readConfiguration(
  deps: Pick<Deps, 'secrets' | 'config'>,
  db: Db,
  applicationId: string,
  channel: SettingsChannel,
): Promise<Configuration | null> {
  const row = await selectConfiguration(db, applicationId, channel)
  return row === undefined ? null : present(deps, db, row)
}

/** Throws conflict if the channel is already configured, invalidInput at settings that cannot be used. */
export async function createConfiguration(context: CommandContext, typed: Typed): Promise<Configuration> {
  const { deps, db, actor, now } = context
  const { applicationId, accountId } = actor
  const { channel } = typed
  const settings = checkedSettings(typed, null)
  const configurationId = uuidv7()
  const isNew = await insertConfiguration(
    db,
    { applicationId, channel, configurationId, hookToken: randomToken() },
    columnsOf(channel, configurationId, settings, deps.secrets),
    { by: accountId, now },
  )
  if (!isNew) {
    throw new AppError('conflict', sentence('channels.exists'))
  }
  return present(deps, db, await required(db, applicationId, channel))
}

/** Throws notFound if there is none, invalidInput for a secret that has to be typed again. */
export async function updateConfiguration(context: CommandContext, typed: Typed): Promise<Configuration> {
  const { deps, db, actor, now } = context
  const { applicationId, accountId } = actor
  const { channel } = typed
  const row = orNotFound(await lockConfiguration(db, applicationId, channel))
  const stored = chosenOf(row, deps.secrets)
  const settings = checkedSettings(typed, stored)
  if (hookUrl(deps, row) !== null && !isDeepStrictEqual(settings, stored)) {
    await storeFormerHook(db, { applicationId, channel }, now)
  }
  const columns = columnsOf(channel, row.configuration_id, settings, deps.secrets)
  const { reports_came } = row.settings as { reports_came?: string }
  // No form has it. Whether reports come is the same after every change but that of the provider.
  if (reports_came !== undefined && row.provider === settings.type) Object.assign(columns.settings, { reports_came })
  Object.assign(columns.settings, keptLearnt(row, columns))
  await updateConfigurationRow(db, { applicationId, channel }, columns, { by: accountId, now })
  return present(deps, db, await required(db, applicationId, channel))
}

/** What sending has learnt about a provider stays valid as long as the settings lead to the same server. */
function keptLearnt(row: ConfigurationRow, next: ReturnType<typeof columnsOf>): Record<string, unknown> {
  const before = row.settings as AnySettings
  const after: AnySettings = next.settings
  const learnt =
    row.provider === next.provider ? formOf(row.channel as SettingsChannel, row.provider)?.learnt : undefined
  const kept = Object.entries(learnt ?? {}).filter(
    ([name, fields]) => before[name] !== undefined && fields.every(field => before[field] === after[field]),
  )
  return Object.fromEntries(kept.map(([name]) => [name, before[name]]))
}

/** Removes the configuration; runs in progress pause, scheduled campaigns wait for the next one. */
export async function deleteConfiguration(
  { deps, db, now, actor: { applicationId } }: CommandContext,
  channel: SettingsChannel,
): Promise<void> {
  const row = orNotFound(await lockConfiguration(db, applicationId, channel))
  if (hookUrl(deps, row) !== null) await storeFormerHook(db, { applicationId, channel }, now)
  await deleteConfigurationRow(db, { applicationId, channel })
  await pauseRunsOfChannel(db, { applicationId, channel }, sentence('channels.notConfigured'))
}

/** Tests settings, saved or not. A result for the saved ones is stored as their state. */
export async function testConfiguration(deps: Deps, applicationId: string, typed: Typed): Promise<ConfigurationTest> {
  const { kysely } = deps.database
  const { channel } = typed
  const row = await selectConfiguration(kysely, applicationId, channel)
  const stored = row === undefined ? null : chosenOf(row, deps.secrets)
  const { type, settings } = checkedSettings(typed, stored)
  const provider = channelNamed(channel)?.providers[type]
  if (provider === undefined) throw new AppError('unavailable')
  const result = await provider.test(settings, providerEnvironment(deps.config))
  if (row !== undefined && stored?.type === type && isDeepStrictEqual(settings, withoutBlanks(stored.settings))) {
    const failure = result.ok ? null : storedWords(result.steps.at(-1)?.words ?? '')
    await updateFailure(kysely, row.configuration_id, failure, deps.clock.now())
    if (result.learnt !== undefined) await addProvenFacts(kysely, row, result.learnt)
  }
  const steps = result.steps.map(({ name, ok, words }) => ({ name, ok, ...inWords(words) }))
  return { ok: result.ok, steps }
}

/** Creates a new URL for the provider's reports; the old one is invalid at once. Throws notFound if none arrive by HTTP. */
export async function rotateHook(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  applicationId: string,
  channel: SettingsChannel,
): Promise<string> {
  const row = await lockConfiguration(tx, applicationId, channel)
  if (row === undefined || hookUrl(deps, row) === null) throw new AppError('notFound')
  const hookToken = randomToken()
  await updateHookToken(tx, { applicationId, channel }, hookToken)
  return hookUrl(deps, { ...row, hook_token: hookToken }) ?? ''
}

/** Completes settings with stored values. Throws invalidInput with every fault at its field. */
function checkedSettings({ channel, ...body }: Typed, stored: Chosen | null): Chosen {
  const typed = chosenIn(channel, body)
  const form = formOf(channel, typed.type)
  if (form === undefined) throw new AppError('invalidInput')
  const { settings, faults } = completeSettings(channel, typed, stored)
  refuse(channel, faults)
  refuse(
    channel,
    form.faults(settings).map(({ field, message }) => ({ field, key: message })),
  )
  refuse(channel, channelNamed(channel)?.providers[typed.type]?.faults?.(settings) ?? [])
  const kept = stored?.type === typed.type ? stored.settings : {}
  const generated = Object.fromEntries(form.generated.map(name => [name, kept[name] ?? randomToken()]))
  return { type: typed.type, settings: { ...settings, ...generated } }
}

function refuse(channel: SettingsChannel, faults: readonly FieldFailure[]): void {
  if (faults.length === 0) return
  throw invalidFields(faults.map(fault => ({ ...fault, field: placeOfSetting(channel, fault.field) })))
}

function withoutBlanks(settings: Chosen['settings']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => !isBlank(value)))
}

async function required(db: Db, applicationId: string, channel: SettingsChannel): Promise<ConfigurationRow> {
  return orNotFound(await selectConfiguration(db, applicationId, channel))
}
