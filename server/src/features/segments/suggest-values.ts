/** Suggests values while a rule is edited. */
import type { SegmentValues } from '@notifly/contracts/segments/segments'
import { limitedRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { requestFieldSlots } from '../../people/fields/fields.ts'
import { loadRuleContext } from '../../people/rules/compile.ts'
import { fieldValues } from '../../people/rules/field-values.ts'
import { checkType } from './check-rules.ts'

/** Throws at `field` for a built-in column that is not text. */
export async function suggestValues(
  { database, clock }: Deps,
  applicationId: string,
  { field, prefix = '' }: { field: string; prefix?: string | undefined },
): Promise<SegmentValues> {
  const db = database.kysely
  checkType({ field, type: 'text' }, 'field')
  await requestFieldSlots(db, applicationId)
  return limitedRead(applicationId, async () =>
    fieldValues(db, { field, prefix }, await loadRuleContext(db, applicationId, [], clock.now())),
  )
}
