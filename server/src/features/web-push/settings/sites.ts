/** A site: its settings for visitors, and the keys with which it sends to their browsers. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Site, SiteBody } from '@notifly/contracts/web-push/web-push'
import type { Db } from '../../../db/schema/tables.ts'
import { pauseRunsOfChannel } from '../../../engine/runs/runs.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError, invalidField, orNotFound } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { randomToken } from '../../../lib/secrets.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { type CommandContext, openRequestsOn } from '../../approvals/approvals.ts'
import {
  deleteConfigurationRow,
  failureOf,
  insertConfiguration,
  lockConfiguration,
  selectConfiguration,
  selectOpenCampaigns,
  updateConfigurationRow,
} from '../../channel-settings/channel-settings.ts'
import { retireAll } from '../../../people/devices/devices.ts'
import { promptCount, promptsOf, savePrompts } from './prompts.ts'
import { countSubscribers } from '../queries.ts'
import { columnsOf, newSiteKeys, openSite, settingsOf, type StoredSite } from './stored.ts'

type Row = NonNullable<Awaited<ReturnType<typeof selectConfiguration>>>

export const CHANNEL = 'webpush'

/** A site with its keys; null if there is none. */
export async function siteOf(
  deps: Pick<Deps, 'secrets'> & { database: Pick<Deps['database'], 'kysely'> },
  applicationId: string,
): Promise<StoredSite | null> {
  const row = await selectConfiguration(deps.database.kysely, applicationId, CHANNEL)
  return row === undefined ? null : openSite(row, deps.secrets)
}

/** The settings as shown to people; null if there are none. */
export async function readSite(deps: Pick<Deps, 'secrets'>, db: Db, applicationId: string): Promise<Site | null> {
  const row = await selectConfiguration(db, applicationId, CHANNEL)
  return row === undefined ? null : present(deps, db, row)
}

/** Throws conflict if web push is already set up, invalidInput without any prompt. */
export async function createSite(context: CommandContext, body: SiteBody): Promise<Site> {
  const { deps, db, actor, now } = context
  const { applicationId, accountId } = actor
  await check(context, body)
  demandSafari(body, undefined)
  const configurationId = uuidv7()
  const isNew = await insertConfiguration(
    db,
    { applicationId, channel: CHANNEL, configurationId, hookToken: randomToken() },
    columnsOf(configurationId, settingsOf(body), newSiteKeys(), deps.secrets),
    { by: accountId, now },
  )
  if (!isNew) throw new AppError('conflict', sentence('channels.exists'))
  return required(deps, db, applicationId)
}

/** Keeps the keys: with others, no subscription would work any more. Throws notFound if there is nothing to change. */
export async function updateSite(context: CommandContext, body: SiteBody): Promise<Site> {
  const { deps, db, actor, now } = context
  const { applicationId, accountId } = actor
  const row = orNotFound(await lockConfiguration(db, applicationId, CHANNEL))
  await check(context, body)
  const stored = openSite(row, deps.secrets)
  demandSafari(body, stored.safari)
  const columns = columnsOf(row.configuration_id, settingsOf(body), stored, deps.secrets)
  await updateConfigurationRow(db, { applicationId, channel: CHANNEL }, columns, { by: accountId, now })
  return required(deps, db, applicationId)
}

/**
 * Stores the settings for Safari 7 to 15; null removes them, so that the site no longer asks these browsers. Throws conflict if web push is
 * not set up.
 */
export async function storeSafari(
  { deps, db, actor, now }: CommandContext,
  change: (site: StoredSite) => Promise<Required<Pick<StoredSite, 'safari' | 'safari_key'>> | null>,
): Promise<StoredSite> {
  const { applicationId, accountId } = actor
  const row = await lockConfiguration(db, applicationId, CHANNEL)
  if (row === undefined) throw new AppError('conflict', sentence('safari.first'))
  const site = openSite(row, deps.secrets)
  const part = await change(site)
  const { vapid_public_key, vapid_private_key, identity_key, safari: _, safari_key: _k, ...settings } = site
  const keys = { vapid_public_key, vapid_private_key, identity_key, ...part }
  const kept = part === null ? { ...settings, platform: 0 } : settings
  const columns = columnsOf(row.configuration_id, kept, keys, deps.secrets)
  await updateConfigurationRow(db, { applicationId, channel: CHANNEL }, columns, { by: accountId, now })
  return { ...kept, ...keys }
}

/** All subscriptions end with the keys; runs in progress pause, scheduled campaigns wait. */
export async function deleteSite({ db, now, actor: { applicationId } }: CommandContext): Promise<void> {
  if ((await lockConfiguration(db, applicationId, CHANNEL)) === undefined) throw new AppError('notFound')
  await deleteConfigurationRow(db, { applicationId, channel: CHANNEL })
  await retireAll(db, { applicationId, channel: CHANNEL }, now)
  await pauseRunsOfChannel(db, { applicationId, channel: CHANNEL }, sentence('channels.notConfigured'))
}

async function check(context: CommandContext, body: SiteBody): Promise<void> {
  const { deps, db, actor } = context
  if (body.site_url.startsWith('http:') && !deps.config.allowPrivateTargets) {
    throw invalidField('site_url', sentence('push.https'))
  }
  const given = body.webPushPromptPreferences
  if (promptCount(given ?? (await promptsOf(db, actor.applicationId))) === 0) {
    throw invalidField('webPushPromptPreferences', sentence('push.prompt'))
  }
  if (given !== undefined) await savePrompts(context, given)
}

/** Safari 7 to 15 are asked only if there is a certificate. */
function demandSafari({ platform }: SiteBody, safari: StoredSite['safari']): void {
  if (platform === 1 && safari === undefined) {
    throw invalidField('platform', sentence('safari.platform'))
  }
}

async function required(deps: Pick<Deps, 'secrets'>, db: Db, applicationId: string): Promise<Site> {
  const site = await readSite(deps, db, applicationId)
  if (site === null) throw new AppError('notFound')
  return site
}

async function present({ secrets }: Pick<Deps, 'secrets'>, db: Db, row: Row): Promise<Site> {
  const site = openSite(row, secrets)
  const { vapid_public_key, vapid_private_key: _, identity_key: _i, safari: _s, safari_key: _k, ...settings } = site
  const campaigns = await selectOpenCampaigns(db, row.application_id, CHANNEL)
  const requests = await openRequestsOn(db, row.application_id, 'channel', [CHANNEL])
  const approvalId = requests.get(CHANNEL)
  return {
    ...settings,
    application_server_key: vapid_public_key,
    failure: failureOf(row),
    campaigns: campaigns.map(({ campaign_id, name, status }) => ({
      uuid: campaign_id,
      name,
      status: status as Site['campaigns'][number]['status'],
    })),
    subscribers: await countSubscribers(db, row.application_id),
    updated_on: epochSeconds(row.updated_at),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}
