/** Many contacts in one call. */
import type { BatchResult } from '@notifly/contracts/contacts/programs'
import { inWords } from '@notifly/contracts/sentences/english'
import { limitedWrite } from '../../../db/fair-places.ts'
import type { KeyCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { FIELD_ERRORS_EACH, fieldErrors } from '../../../http/errors.ts'
import { AppError } from '../../../lib/app-error.ts'
import { contextOf, emailKeyOf, type SentContact, type Upserted, upsertContacts } from './upsert.ts'

/** Contacts per transaction. Other writers of the application get their turn in between. */
const CHUNK = 100

/** Stores each contact separately, in order: a refused one does not affect the others. */
export async function storeBatch(
  deps: Deps,
  caller: KeyCaller,
  contacts: readonly SentContact[],
): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (const chunk of chunksOf(contacts)) {
    const stored = await limitedWrite(deps.database.kysely, caller.applicationId, tx =>
      upsertContacts(contextOf(deps, tx, caller), chunk),
    )
    results.push(...stored.map((each, at) => resultOf(chunk[at]?.external_user_id ?? '', each)))
  }
  return results
}

/**
 * Keeps the order; contacts with the same id or email are in different chunks, so that the later one finds the result of the earlier one.
 */
function chunksOf(contacts: readonly SentContact[]): SentContact[][] {
  const chunks: SentContact[][] = []
  let seen = new Set<string>()
  for (const contact of contacts) {
    const email = emailKeyOf(contact)
    const keys = [`id ${contact.external_user_id}`, ...(email === null ? [] : [`email ${email}`])]
    const chunk = chunks.at(-1)
    if (chunk !== undefined && chunk.length < CHUNK && !keys.some(key => seen.has(key))) {
      chunk.push(contact)
    } else {
      chunks.push([contact])
      seen = new Set()
    }
    for (const key of keys) seen.add(key)
  }
  return chunks
}

function resultOf(externalId: string, stored: Upserted | AppError): BatchResult {
  const named = { external_user_id: externalId }
  if (!(stored instanceof AppError)) {
    return { ...named, result: stored.created ? 'created' : 'updated', uuid: stored.uuid }
  }
  const { sentence, errors } = stored
  const error = {
    ...inWords(sentence),
    ...(errors !== undefined && { errors: fieldErrors(errors, FIELD_ERRORS_EACH) }),
  }
  return { ...named, result: 'refused', uuid: null, error }
}
