import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { hashToken, randomToken } from '../../../lib/secrets.ts'
import { deleteEmailChange } from '../account/email-change-queries.ts'
import { insertMailToken, type MailTokenKind, useMailTokens } from '../queries.ts'

const LIFE_MS: Record<MailTokenKind, number> = { verify: 24 * 3_600_000, reset: 3_600_000 }

/** Creates the token of a link: 256 random bits, of which only the hash is stored. */
export async function createLinkToken(
  deps: Deps,
  kind: MailTokenKind,
  account: { account_id: string; email_key: string },
): Promise<string> {
  const token = randomToken()
  const now = deps.clock.now()
  await insertMailToken(
    deps.database.kysely,
    {
      tokenHash: hashToken(token),
      kind,
      accountId: account.account_id,
      emailKey: account.email_key,
      expiresAt: new Date(now.getTime() + LIFE_MS[kind]),
    },
    now,
  )
  return token
}

/**
 * Called with a new password: invalidates what an intruder may have prepared in order to return, which are links to set another password
 * and a requested change of address, whose link would give the account away without any password.
 */
export async function endOpenLinks(tx: Db, accountId: string, now: Date): Promise<void> {
  await useMailTokens(tx, accountId, 'reset', now)
  await deleteEmailChange(tx, accountId)
}
