/** Members of segments, static and dynamic, as SQL: for runs, counts, lists and exports. */
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { chosenContacts } from './compile.ts'
import { loadRuleContext, type RuleContext } from './rule-context.ts'
import { RulesTooLarge, STATEMENT_CONDITIONS_MAX, type Weight, weigh } from './weight.ts'

/**
 * A subquery with the ids of all who are in at least one of these segments, some perhaps twice. Segments that the application
 * does not have have no members. `now` decides what "in the last n days" means. Throws RulesTooLarge when the segments have too many
 * conditions, each by itself or all together.
 */
export async function membersOf(
  db: Db,
  applicationId: string,
  segmentIds: readonly string[],
  now: Date,
): Promise<RawBuilder<unknown>> {
  const ids = segmentIds.map(id => id.toLowerCase())
  return compileMembers(ids, await loadRuleContext(db, applicationId, ids, now))
}

/** The same with a context that is at hand; it has to know the segments. */
export function compileMembers(segmentIds: readonly string[], context: RuleContext): RawBuilder<unknown> {
  const dynamic = segmentIds.flatMap(id => context.segments.get(id)?.rules ?? [])
  const others = segmentIds.filter(id => (context.segments.get(id)?.rules ?? null) === null)
  const chosen = sql`select m.contact_id from segment_member m
    where m.application_id = ${context.applicationId} and m.segment_id = any(${others}::uuid[])`
  demandStatement(dynamic, context)
  const parts = dynamic.map(rules => chosenContacts(rules, context))
  return sql.join(others.length > 0 || parts.length === 0 ? [chosen, ...parts] : parts, sql` union all `)
}

function demandStatement(dynamic: readonly RuleGroup[], { segments }: RuleContext): void {
  const known = new Map<string, Weight>()
  const conditions = dynamic.reduce((sum, rules) => sum + weigh(rules, segments, known).conditions, 0)
  if (conditions <= STATEMENT_CONDITIONS_MAX) return
  throw new RulesTooLarge('audience.segment_uuids', sentence('segments.tooLarge', { most: STATEMENT_CONDITIONS_MAX }))
}
