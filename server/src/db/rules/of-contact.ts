/** Which of an application's dynamic segments one contact is in. */
import type { RuleGroup } from '@notifly/contracts/rules'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import { chosenContacts } from './compile.ts'
import { selectDynamicSegments } from './rename-field.ts'
import { loadRuleContext, type RuleContext } from './rule-context.ts'

type Db = Kysely<Tables>

/** Segments that a statement asks about: each condition has some parameters, of which a statement may have 65,535. */
const AT_ONCE = 50
/** For each statement. A page waits for it; what is asked of a single contact takes milliseconds. */
const LIMIT_MS = 500
/** More than these are not looked at. */
const SEGMENTS_MAX = 1000

interface ContactSegments {
  segments: { uuid: string; name: string }[]
  /** False where some could not be told in time. */
  areAll: boolean
}

/** By name. */
export async function dynamicSegmentsOf(
  db: Db,
  applicationId: string,
  contactId: string,
  now: Date,
): Promise<ContactSegments> {
  const all = await selectDynamicSegments(db, applicationId)
  const asked = all.slice(0, SEGMENTS_MAX)
  const ids = asked.map(segment => segment.segment_id)
  const context = { ...(await loadRuleContext(db, applicationId, ids, now)), contactId }
  const found: typeof asked = []
  let areAll = asked.length === all.length
  for (let at = 0; at < asked.length && areAll; at += AT_ONCE) {
    const part = asked.slice(at, at + AT_ONCE)
    const chosen = await choosing(
      db,
      part.map(segment => segment.rules),
      context,
    )
    if (chosen === undefined) areAll = false
    else found.push(...part.filter((_, index) => chosen.has(index)))
  }
  return { segments: found.map(({ segment_id: uuid, name }) => ({ uuid, name })), areAll }
}

const QUERY_CANCELED = '57014'

/** Indexes of the rules that choose the context's contact; undefined when that takes too long. */
async function choosing(db: Db, rules: readonly RuleGroup[], context: RuleContext): Promise<Set<number> | undefined> {
  const asked = rules.map(
    (each, index) =>
      sql`select ${index}::int as n where exists (${chosenContacts(each, context)} and s.contact_id = ${context.contactId})`,
  )
  try {
    return await db.transaction().execute(async tx => {
      await sql.raw(`set local statement_timeout = ${LIMIT_MS}`).execute(tx)
      const { rows } = await sql<{ n: number }>`${sql.join(asked, sql` union all `)}`.execute(tx)
      return new Set(rows.map(row => row.n))
    })
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) return undefined
    throw error
  }
}
