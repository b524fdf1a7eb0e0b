/**
 * Front door of merge fields: where they are used, and the columns of contact_slot for fields that got one when contacts already had
 * values. These are filled in the background, part by part; until then rules read the contacts themselves, which is slower with the same
 * result.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { lockContacts } from '../../people/contacts/contact-total.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import * as queries from '../../people/fields/fields.ts'

export { usesOfAll } from './uses.ts'

export function fieldSlotJobs(deps: Deps): JobHandlers {
  return {
    [queries.FILL_SLOTS]: {
      long: payload => fillFieldSlots(deps, (payload as { applicationId: string }).applicationId),
    },
  }
}

const PART_CONTACTS = 10_000
const LOOK_MS = 200
/** For writers that started before a column was assigned; a retry of the job waits for longer ones. */
const WAIT_MS = 60_000
const TRIES = 5
const NIL = '00000000-0000-0000-0000-000000000000'

/** Fills the columns. May run twice at once. */
async function fillFieldSlots({ database }: Deps, applicationId: string): Promise<void> {
  const db = database.kysely
  const open = await queries.selectOpenSlots(db, applicationId)
  if (open.length === 0) return
  await waitForEarlier(db)
  for (let after: string | undefined = NIL; after !== undefined;) after = await fillPart(db, applicationId, open, after)
  await queries.openSlots(db, applicationId, open)
}

async function waitForEarlier(db: Db): Promise<void> {
  const mark = await queries.currentTransaction(db)
  const until = performance.now() + WAIT_MS
  while (!(await queries.areEarlierDone(db, mark))) {
    if (performance.now() > until) throw new Error('a transaction has been open for a minute')
    await delay(LOOK_MS)
  }
}

const SERIALIZATION_FAILURE = '40001'

/** A contact that is edited meanwhile is read again: the edit filled the column, and must not be overwritten. */
async function fillPart(
  db: Db,
  applicationId: string,
  open: readonly queries.OpenSlot[],
  after: string,
): Promise<string | undefined> {
  for (let left = TRIES; ; left--) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async tx => {
          await lockContacts(tx, applicationId)
          return queries.fillSlots(tx, applicationId, open, after, PART_CONTACTS)
        })
    } catch (error) {
      if (left === 1 || (error as { code?: string }).code !== SERIALIZATION_FAILURE) throw error
    }
  }
}
