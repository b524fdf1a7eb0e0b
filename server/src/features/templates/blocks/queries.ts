/** SQL of saved blocks. A trigger of `template_version` records which templates contain them. */
import { sql } from 'kysely'
import { countRows, type Paging } from '../../../db/pages.ts'
import type { Db } from '../../../db/schema/tables.ts'

export interface BlockKey {
  applicationId: string
  blockId: string
}

export interface BlockRow {
  block_id: string
  name: string
  version: number
  updated_at: Date
  updated_by: string | null
  used_in: number
  place: 'row' | 'content'
}

interface ListFilter extends Paging {
  applicationId: string
  search?: string | undefined
}

/** Raw Liquid may stand anywhere: the first other element tells where the block can go. */
const FIRST_ELEMENT = sql`substring(b.content ->> 'mjml' from '<(mj-(?!raw\\M)[a-z-]+)')`

const COLUMNS = sql`b.block_id, b.name, b.version, b.updated_at, a.name as updated_by,
  (select count(*)::int from template_block_use u
    where u.application_id = b.application_id and u.block_id = b.block_id) as used_in,
  case when ${FIRST_ELEMENT} in ('mj-section', 'mj-wrapper', 'mj-hero') then 'row' else 'content' end as place`

/** Sorted by name. */
export async function selectBlocks(db: Db, { applicationId, search = '', page, perPage }: ListFilter) {
  const matching = sql`b.application_id = ${applicationId}
    and (${search} = '' or position(lower(${search}) in lower(b.name)) > 0)`
  const { rows } = await sql<BlockRow>`
    select ${COLUMNS} from template_block b left join account a on a.account_id = b.updated_by
    where ${matching} order by lower(b.name), b.block_id limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from template_block b where ${matching}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function selectBlock(db: Db, { applicationId, blockId }: BlockKey) {
  const { rows } = await sql<BlockRow & { mjml: string }>`
    select ${COLUMNS}, b.content ->> 'mjml' as mjml
    from template_block b left join account a on a.account_id = b.updated_by
    where b.application_id = ${applicationId} and b.block_id = ${blockId}`.execute(db)
  return rows[0]
}

export interface BlockUseRow {
  template_id: string
  name: string
  block_version: number
}

/** Sorted by the template's name. */
export async function selectBlockUses(
  db: Db,
  { applicationId, blockId }: BlockKey,
  limit: number,
): Promise<BlockUseRow[]> {
  const { rows } = await sql<BlockUseRow>`
    select u.template_id, t.name, u.block_version
    from template_block_use u
    join template t on t.application_id = u.application_id and t.template_id = u.template_id
    where u.application_id = ${applicationId} and u.block_id = ${blockId}
    order by lower(t.name), u.template_id limit ${limit}`.execute(db)
  return rows
}

interface Behind {
  /** Templates with this version of the block are up to date. */
  version: number
  /** The template before the first of these. */
  after: string | undefined
  except: string | undefined
  limit: number
}

/** Templates that contain an earlier version, sorted by id. */
export async function selectTemplatesBehind(
  db: Db,
  { applicationId, blockId }: BlockKey,
  { version, after, except, limit }: Behind,
): Promise<Omit<BlockUseRow, 'block_version'>[]> {
  return db
    .selectFrom('template_block_use as u')
    .innerJoin('template as t', join =>
      join.onRef('t.application_id', '=', 'u.application_id').onRef('t.template_id', '=', 'u.template_id'),
    )
    .where(eb => eb.and({ 'u.application_id': applicationId, 'u.block_id': blockId }))
    .where('u.block_version', '<', version)
    .$if(after !== undefined, query => query.where('u.template_id', '>', after ?? ''))
    .$if(except !== undefined, query => query.where('u.template_id', '<>', except ?? ''))
    .select(['u.template_id', 't.name'])
    .orderBy('u.template_id')
    .limit(limit)
    .execute()
}

/**
 * Lets one writer of an application's blocks through at a time, so that their number stays within the limit. Returns how many there are.
 */
export async function lockBlocks(db: Db, applicationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`template blocks ${applicationId}`}, 0))`.execute(db)
  return countRows(db.selectFrom('template_block').where('application_id', '=', applicationId))
}

interface WrittenBlock {
  name: string
  version: number
  mjml: string
}

export async function insertBlock(
  db: Db,
  { applicationId, blockId }: BlockKey,
  { name, version, mjml }: WrittenBlock,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const content = JSON.stringify({ mjml })
  await db
    .insertInto('template_block')
    .values({
      application_id: applicationId,
      block_id: blockId,
      name,
      version,
      content,
      created_at: now,
      updated_by: by,
      updated_at: now,
    })
    .execute()
}

export async function updateBlockRow(
  db: Db,
  { applicationId, blockId }: BlockKey,
  { name, version, mjml }: WrittenBlock,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await db
    .updateTable('template_block')
    .set({ name, version, content: JSON.stringify({ mjml }), updated_by: by, updated_at: now })
    .where(eb => eb.and({ application_id: applicationId, block_id: blockId }))
    .execute()
}

export async function deleteBlockRow(db: Db, { applicationId, blockId }: BlockKey): Promise<void> {
  await db
    .deleteFrom('template_block')
    .where(eb => eb.and({ application_id: applicationId, block_id: blockId }))
    .execute()
}
