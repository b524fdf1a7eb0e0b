/** Tags of campaigns, templates and segments. Tags need no approval; a member who may change an object may tag it. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_ACTIVITY, updateLevel } from '@notifly/contracts/campaigns/calls'
import { ACTIVITY, type ActivityId, LEVEL } from '@notifly/contracts/roles/activities'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { listTags, TAG_CALLS, TAGGED_KINDS, type TaggedKind, TAGS_MAX } from '@notifly/contracts/tags/tags'
import type { Db } from '../../db/schema/tables.ts'
import { type ApplicationCaller, hasLevel, requireLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { invalidField } from '../../lib/app-error.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { changeTags, lockTags, selectChannels, selectTags, type TaggedObjects } from './tag-queries.ts'

/** The most tags that are offered. */
const LISTED_MAX = 500

export function tagRoutes(http: Http, { clock, database }: Deps): void {
  const db = database.kysely
  for (const kind of TAGGED_KINDS) {
    route(http, TAG_CALLS[kind], ({ caller, body: { uuids, add, remove } }) =>
      db.transaction().execute(async tx => {
        const ids = [...new Set(uuids.map(id => id.toLowerCase()))]
        const things = { applicationId: caller.applicationId, kind, ids }
        if (kind === 'campaign') await demandCampaigns(tx, caller, things)
        const tagged = await tagObjects(tx, things, { add, remove })
        const changed = tagged.length
        const [only] = ids.length === 1 ? tagged : []
        const object = { type: kind, id: only?.id ?? null, name: only?.name ?? '' }
        const after = { things: changed, tags_added: add, tags_removed: remove }
        await recordAudit(tx, { ...byCaller(caller), action: `${kind}.tag`, object, after }, clock.now())
        return { changed }
      }),
    )
  }

  route(http, listTags, ({ caller, query: { kind } }) => {
    const { applicationId } = caller
    if (kind !== 'campaign') {
      requireLevel(caller, READING[kind], LEVEL.read)
      return selectTags(db, { applicationId, kind }, LISTED_MAX)
    }
    const channels = CHANNELS.filter(channel => hasLevel(caller, CAMPAIGN_ACTIVITY[channel], LEVEL.read))
    if (channels.length === 0) requireLevel(caller, ACTIVITY.campaignEmail, LEVEL.read)
    return selectTags(db, { applicationId, kind, channels }, LISTED_MAX)
  })
}

const READING: Record<Exclude<TaggedKind, 'campaign'>, ActivityId> = {
  template: ACTIVITY.templateEmail,
  'whatsapp-template': ACTIVITY.templateWhatsapp,
  segment: ACTIVITY.segmentation,
}

/** Throws forbidden for a role that may not change campaigns of one of their channels, or of any. */
async function demandCampaigns(tx: Db, caller: ApplicationCaller, things: TaggedObjects): Promise<void> {
  const demand = (channel: (typeof CHANNELS)[number]) =>
    requireLevel(caller, CAMPAIGN_ACTIVITY[channel], LEVEL[updateLevel(channel)])
  const channels = await selectChannels(tx, things)
  channels.forEach(demand)
  const mayAny = CHANNELS.some(channel => hasLevel(caller, CAMPAIGN_ACTIVITY[channel], LEVEL[updateLevel(channel)]))
  if (!mayAny) demand('email')
}

/** Returns those that exist. Throws at `add` if one would have too many. */
async function tagObjects(
  tx: Db,
  things: TaggedObjects,
  change: { add: string[]; remove: string[] },
): Promise<{ id: string; name: string }[]> {
  const found = await lockTags(tx, things)
  const isFull = found.some(({ tags }) => {
    const after = new Set([...tags, ...change.add])
    for (const tag of change.remove) after.delete(tag)
    return after.size > TAGS_MAX
  })
  if (isFull) throw invalidField('add', sentence('tags.tooMany', { maximum: TAGS_MAX }))
  await changeTags(tx, things, change)
  return found
}
