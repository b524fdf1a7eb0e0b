import { LOCALES, type Locale } from '@notifly/contracts/accounts'
import * as z from 'zod/mini'
import type { Deps } from '../../http/deps.ts'
import { createLinkToken } from './link-tokens.ts'
import { renderMail } from './mails/layout.ts'
import { MAIL_WORDS } from './mails/words.ts'
import { selectAccountByEmail } from './queries.ts'

/** Name of the job that sends a mail about an account. */
export const ACCOUNT_MAIL = 'account-mail'

/** The job holds no link: its token is made when the mail is, so that none is stored in clear. */
const AccountMail = z.object({ kind: z.enum(['verify', 'known', 'reset', 'changed']), email_key: z.string() })
export type AccountMail = z.infer<typeof AccountMail>

/** Sends one mail; nothing goes to an address without an account, nor a verification where there is none to do. */
export async function sendAccountMail(deps: Deps, payload: unknown): Promise<void> {
  const { kind, email_key: key } = AccountMail.parse(payload)
  const account = await selectAccountByEmail(deps.database.kysely, key)
  if (account === undefined) return
  if (kind === 'verify' && account.email_verified_at !== null) return
  const locale = LOCALES.find(each => each === account.locale) ?? 'en'
  const { publicUrl } = deps.config
  const link = await linkOf(deps, kind, account, locale)
  const mail = renderMail({ locale, words: MAIL_WORDS[locale], kind, link, publicUrl })
  await deps.mail.send({ to: account.email, ...mail })
}

/** Built from the public address only, never from what a request said. */
async function linkOf(
  deps: Deps,
  kind: AccountMail['kind'],
  account: { account_id: string; email_key: string },
  locale: Locale,
): Promise<string> {
  const pages = `${deps.config.publicUrl}${locale === 'en' ? '' : `/${locale}`}/auth`
  if (kind === 'changed') return `${pages}/sign-in`
  if (kind === 'verify') return `${pages}/verify?token=${await createLinkToken(deps, 'verify', account)}`
  return `${pages}/new-password?token=${await createLinkToken(deps, 'reset', account)}`
}
