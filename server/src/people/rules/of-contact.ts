/** Which of an application's dynamic segments a contact is in. */
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { sql } from 'kysely'
import { QUERY_CANCELED } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { chosenContacts, CONDITIONS_MAX, isTooLarge, loadRuleContext, type RulesCost, costOfRules } from './compile.ts'
import { selectDynamicSegments } from './rename-field.ts'
import type { RuleContext } from './rule-context.ts'

/** Per statement. A page waits for it; what concerns a single contact takes milliseconds. */
const LIMIT_MS = 500
/** For all statements together. */
const ALL_LIMIT_MS = 3000
/** Further segments are not checked. */
const SEGMENTS_MAX = 1000

interface ContactSegments {
  segments: { uuid: string; name: string }[]
  /** False if some could not be checked in time. */
  areAll: boolean
}

/** Sorted by name. */
export async function dynamicSegmentsOf(
  db: Db,
  applicationId: string,
  contactId: string,
  now: Date,
): Promise<ContactSegments> {
  const all = await selectDynamicSegments(db, applicationId, SEGMENTS_MAX + 1)
  const asked = all.slice(0, SEGMENTS_MAX)
  const ids = asked.map(segment => segment.segment_id)
  const context = { ...(await loadRuleContext(db, applicationId, ids, now)), contactIds: [contactId] }
  const known = new Map<string, RulesCost>()
  const weightOf = ({ rules }: { rules: RuleGroup }) => costOfRules(rules, context.segments, known)
  const possible = asked.filter(segment => !isTooLarge(weightOf(segment)))
  const found: typeof asked = []
  const areAll = possible.length === all.length
  const giveUpAtMs = performance.now() + ALL_LIMIT_MS
  for (const part of inParts(possible, segment => weightOf(segment).conditions)) {
    const rules = part.map(segment => segment.rules)
    const chosen = performance.now() > giveUpAtMs ? undefined : await choosing(db, rules, context)
    if (chosen === undefined) return { segments: present(found), areAll: false }
    found.push(...part.filter((_, index) => chosen.has(index)))
  }
  return { segments: present(found), areAll }
}

function present(found: readonly { segment_id: string; name: string }[]): ContactSegments['segments'] {
  return found.map(({ segment_id: uuid, name }) => ({ uuid, name }))
}

/** Groups as many segments per statement as have the conditions that a single one may have. */
function inParts<S>(segments: readonly S[], conditionsOf: (segment: S) => number): S[][] {
  const parts: S[][] = []
  let room = 0
  for (const segment of segments) {
    const conditions = conditionsOf(segment)
    if (conditions > room) {
      parts.push([])
      room = CONDITIONS_MAX
    }
    parts.at(-1)?.push(segment)
    room -= conditions
  }
  return parts
}

/** Indexes of the rules that select the context's one contact; undefined if that takes too long. */
async function choosing(db: Db, rules: readonly RuleGroup[], context: RuleContext): Promise<Set<number> | undefined> {
  const asked = rules.map(
    (each, index) => sql`select ${index}::int as n where exists (${chosenContacts(each, context)})`,
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
