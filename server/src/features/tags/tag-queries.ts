/** SQL of tags, which are a column of the tagged tables. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { TaggedKind, TagUse } from '@notifly/contracts/tags/tags'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface TaggedObjects {
  applicationId: string
  kind: TaggedKind
  ids: readonly string[]
}

const TABLE = {
  campaign: sql.table('campaign'),
  template: sql.table('template'),
  'whatsapp-template': sql.table('whatsapp_template'),
  segment: sql.table('segment'),
} as const

const ID = {
  campaign: sql.ref('campaign_id'),
  template: sql.ref('template_id'),
  'whatsapp-template': sql.ref('template_id'),
  segment: sql.ref('segment_id'),
} as const

function these({ applicationId, kind, ids }: TaggedObjects) {
  return sql`application_id = ${applicationId} and ${ID[kind]} = any(${[...ids]}::uuid[])`
}

/** Their present tags, in the order of their ids, locked until the transaction ends. */
export async function lockTags(db: Db, things: TaggedObjects): Promise<{ id: string; name: string; tags: string[] }[]> {
  const { rows } = await sql<{ id: string; name: string; tags: string[] }>`
    select ${ID[things.kind]} as id, name, tags from ${TABLE[things.kind]}
    where ${these(things)} order by 1 for update`.execute(db)
  return rows
}

/** Adds tags to each and removes others; tags are in alphabetical order. */
export async function changeTags(
  db: Db,
  things: TaggedObjects,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  await sql`
    update ${TABLE[things.kind]} set tags = array(
      select distinct t from unnest(tags || ${[...add]}::text[]) as t where t <> all(${[...remove]}::text[]) order by t)
    where ${these(things)}`.execute(db)
}

export async function selectChannels(db: Db, { applicationId, ids }: TaggedObjects): Promise<Channel[]> {
  const { rows } = await sql<{ channel: Channel }>`
    select distinct channel from campaign
    where application_id = ${applicationId} and campaign_id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map(row => row.channel)
}

/** Most used first. */
export async function selectTags(
  db: Db,
  { applicationId, kind, channels }: { applicationId: string; kind: TaggedKind; channels?: readonly Channel[] },
  limit: number,
): Promise<TagUse[]> {
  const seen = channels === undefined ? sql`true` : sql`channel = any(${[...channels]}::text[])`
  const { rows } = await sql<TagUse>`
    select t as tag, count(*)::int as count from ${TABLE[kind]}, unnest(tags) as t
    where application_id = ${applicationId} and tags <> '{}' and ${seen}
    group by t order by count(*) desc, t limit ${limit}`.execute(db)
  return rows
}
