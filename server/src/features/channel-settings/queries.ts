import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface ConfigurationFields {
  provider: string
  settings: object
  /** Sealed; see channels/registry.ts. */
  secrets: string
}

interface Written {
  by: string
  now: Date
}

export function selectConfiguration(db: Db, applicationId: string, channel: string) {
  return db
    .selectFrom('channel_configuration')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .selectAll()
    .executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockConfiguration(db: Db, applicationId: string, channel: string) {
  return db
    .selectFrom('channel_configuration')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

/** Returns false if the channel is already configured. */
export async function insertConfiguration(
  db: Db,
  ids: { applicationId: string; channel: string; configurationId: string; hookToken: string },
  fields: ConfigurationFields,
  { by, now }: Written,
): Promise<boolean> {
  const inserted = await db
    .insertInto('channel_configuration')
    .values({
      application_id: ids.applicationId,
      channel: ids.channel,
      configuration_id: ids.configurationId,
      hook_token: ids.hookToken,
      provider: fields.provider,
      settings: JSON.stringify(fields.settings),
      secrets: fields.secrets,
      created_at: now,
      updated_by: by,
      updated_at: now,
    })
    .onConflict(conflict => conflict.columns(['application_id', 'channel']).doNothing())
    .returning('configuration_id')
    .execute()
  return inserted.length > 0
}

/** New settings start without a failure: its cause may be fixed. */
export async function updateConfigurationRow(
  db: Db,
  ids: { applicationId: string; channel: string },
  fields: ConfigurationFields,
  { by, now }: Written,
): Promise<void> {
  await db
    .updateTable('channel_configuration')
    .set({
      provider: fields.provider,
      settings: JSON.stringify(fields.settings),
      secrets: fields.secrets,
      failing_since: null,
      failure: null,
      updated_by: by,
      updated_at: now,
    })
    .where(eb => eb.and({ application_id: ids.applicationId, channel: ids.channel }))
    .execute()
}

/** Former settings kept for one provider of a channel: they may change this often while reports still arrive. */
const FORMER_MOST = 20

/**
 * Keeps how reports of the present settings are verified, and deletes the oldest if there are too many. Must run in the transaction that
 * replaces or removes the settings.
 */
export async function storeFormerHook(
  db: Db,
  { applicationId, channel }: { applicationId: string; channel: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into former_hook (hook_token, provider, ended_at, application_id, channel, configuration_id, settings, secrets)
    select hook_token, provider, ${now}, application_id, channel, configuration_id, settings, secrets
    from channel_configuration where application_id = ${applicationId} and channel = ${channel} and hook_token <> ''
    on conflict do nothing`.execute(db)
  await sql`
    delete from former_hook where application_id = ${applicationId} and channel = ${channel} and (provider, ended_at) in (
      select provider, ended_at from (
        select provider, ended_at, row_number() over (partition by provider order by ended_at desc) as place
        from former_hook where application_id = ${applicationId} and channel = ${channel}
      ) f where place > ${FORMER_MOST})`.execute(db)
}

/** Changes the URL of the provider's reports: the old one is invalid, and the new one has received none yet. */
export async function updateHookToken(
  db: Db,
  { applicationId, channel }: { applicationId: string; channel: string },
  hookToken: string,
): Promise<void> {
  await db
    .updateTable('channel_configuration')
    .set({ hook_token: hookToken, settings: sql`settings - 'reports_came'` })
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .execute()
  await db
    .deleteFrom('former_hook')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .execute()
}

/** Stores what a test has learnt about the provider, unless the settings have changed since they were read. */
export async function addProvenFacts(
  db: Db,
  { configuration_id: id, settings }: { configuration_id: string; settings: unknown },
  learnt: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    update channel_configuration set settings = settings || ${JSON.stringify(learnt)}::jsonb
    where configuration_id = ${id} and settings = ${JSON.stringify(settings)}::jsonb`.execute(db)
}

/** Stores that the configuration works (null) or why not; the start of a continuing failure is kept. */
export async function updateFailure(db: Db, configurationId: string, failure: string | null, now: Date): Promise<void> {
  await db
    .updateTable('channel_configuration')
    .set(eb => ({
      failure,
      failing_since: failure === null ? null : eb.fn.coalesce('failing_since', eb.val(now)),
    }))
    .where('configuration_id', '=', configurationId)
    .execute()
}

export async function deleteConfigurationRow(
  db: Db,
  { applicationId, channel }: { applicationId: string; channel: string },
): Promise<void> {
  await db
    .deleteFrom('channel_configuration')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .execute()
}

/** Campaigns that still have something to send on this channel, sorted by name. */
export function selectOpenCampaigns(db: Db, applicationId: string, channel: string) {
  return db
    .selectFrom('campaign')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .where('status', 'in', ['scheduled', 'pending', 'executing', 'paused'])
    .select(['campaign_id', 'name', 'status'])
    .orderBy('name')
    .orderBy('campaign_id')
    .limit(100)
    .execute()
}

interface ChannelIds {
  applicationId: string
  channel: string
}

export function selectPrices(db: Db, { applicationId, channel }: ChannelIds) {
  return db
    .selectFrom('message_price')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .select(['prices', 'updated_at'])
    .executeTakeFirst()
}

export async function upsertPrices(
  db: Db,
  { applicationId, channel }: ChannelIds,
  prices: object,
  { by, now }: Written,
): Promise<void> {
  const values = { prices: JSON.stringify(prices), updated_by: by, updated_at: now }
  await db
    .insertInto('message_price')
    .values({ application_id: applicationId, channel, ...values })
    .onConflict(conflict => conflict.columns(['application_id', 'channel']).doUpdateSet(values))
    .execute()
}

export async function deletePrices(db: Db, { applicationId, channel }: ChannelIds): Promise<void> {
  await db
    .deleteFrom('message_price')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .execute()
}
