import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { ACCOUNT_MAIL, type AccountMail } from '../account/account-mail.ts'
import { refuseCommonPassword } from '../passwords/common-passwords.ts'
import { emailKey } from '../account/email-key.ts'
import { insertAccount } from '../queries.ts'

interface NewPerson {
  name: string
  email: string
  password: string
  locale: Locale
}

/**
 * Creates an account and mails a verification link; the owner of an address that already has an account gets a notice instead. Both do the
 * same work, in the same time.
 */
export async function signUp(deps: Deps, { name, email, password, locale }: NewPerson): Promise<void> {
  await refuseCommonPassword('password', password)
  const key = emailKey(email)
  const passwordHash = await deps.passwords.hash(password)
  const account = { accountId: uuidv7(), email, emailKey: key, name, passwordHash, locale, verifiedAt: null }
  await deps.database.kysely.transaction().execute(async tx => {
    const isNew = await insertAccount(tx, account, deps.clock.now())
    const mail: AccountMail = { kind: isNew ? 'verify' : 'known', email_key: key }
    await enqueue(tx, ACCOUNT_MAIL, { ...mail })
  })
}

/** Mails an account, if it exists and the mail applies to it; takes the same time if not. */
export async function requestMail(deps: Deps, kind: AccountMail['kind'], email: string): Promise<void> {
  const mail: AccountMail = { kind, email_key: emailKey(email) }
  await enqueue(deps.database.kysely, ACCOUNT_MAIL, { ...mail })
}
