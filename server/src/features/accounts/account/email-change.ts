import { isTaken } from '../../../db/failures.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { Origin } from '../../../http/caller.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError } from '../../../lib/app-error.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { ACCOUNT_DELETED_MAIL } from './account-mail.ts'
import { deleteEmailChange, lockEmailChange, updateEmail } from './email-change-queries.ts'

interface Circumstances {
  /** The account that is signed in where the link was opened. */
  signedIn: string | null
  origin: Origin
  now: Date
}

/**
 * Changes the account's address when its owner opens the link, and mails the old address. Throws unauthorized unless the caller is signed
 * in to the account, verificationLinkInvalid for an unknown or expired link or if the address has an account by now, and differentUser like
 * `verifyAddress`.
 */
export async function confirmEmailChange(
  tx: Db,
  tokenHash: Buffer,
  { signedIn, origin, now }: Circumstances,
): Promise<void> {
  const change = await lockEmailChange(tx, tokenHash)
  if (change === undefined || change.expires_at <= now) throw new AppError('verificationLinkInvalid')
  const { account_id: accountId, name, email } = change
  // Any person may read the mail: only the account itself, signed in, takes the address.
  if (signedIn === null) throw new AppError('unauthorized')
  if (signedIn !== accountId) throw new AppError('differentUser')
  await deleteEmailChange(tx, accountId)
  const address = { email, emailKey: change.email_key }
  const isFree = await updateEmail(tx, accountId, address, now).catch(falseIfTaken)
  if (!isFree) throw new AppError('verificationLinkInvalid')
  const act = { account: { accountId, name, email }, origin, action: 'account.update' } as const
  const before = { email: change.old_email }
  await recordAccountAudit(tx, { ...act, before, after: { email }, hidden: ['email'] }, now)
  await enqueue(tx, ACCOUNT_DELETED_MAIL, { kind: 'emailChanged', to: change.old_email, locale: change.locale })
}

/** Handles a person who signed up with the address between the check and the change. */
function falseIfTaken(error: unknown): false {
  if (isTaken(error)) return false
  throw error
}
