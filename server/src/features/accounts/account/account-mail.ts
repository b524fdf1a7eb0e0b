import { LOCALES, type Locale } from '@notifly/contracts/accounts/accounts'
import { SSO_PROVIDERS, type SsoProvider } from '@notifly/contracts/sso/sso'
import * as z from 'zod/mini'
import type { Deps } from '../../../http/deps.ts'
import { hashToken, randomToken } from '../../../lib/secrets.ts'
import { createConfirmationCode } from '../sign-up/confirmation-code.ts'
import { selectEmailChange, updateEmailChangeToken } from './email-change-queries.ts'
import { createLinkToken } from '../sign-up/link-tokens.ts'
import { MAIL_WORDS, type MailKind, type MailValues, renderMail } from '../mails/words.ts'
import { selectAccountByEmail } from '../queries.ts'
import { selectSessionOwner } from '../sign-in/session-queries.ts'

/** Name of the job that sends a mail about an account. */
export const ACCOUNT_MAIL = 'account-mail'
/** Name of the job that writes to an address that the account no longer has. */
export const ACCOUNT_DELETED_MAIL = 'account-farewell-mail'
/** Name of the job that mails a six-digit code to the holder of a session. */
export const CONFIRMATION_MAIL = 'account-confirmation-mail'

/** The job's payload has no link: the token is created with the mail, so that it is never stored in plain text. */
const AccountMail = z.object({
  kind: z.enum(['verify', 'known', 'reset', 'changed', 'newEmail', 'mfaOn', 'mfaOff', 'providerOn', 'providerOff']),
  email_key: z.string(),
  provider: z.optional(z.enum(SSO_PROVIDERS)),
})
export type AccountMail = z.infer<typeof AccountMail>

const FarewellMail = z.object({ kind: z.enum(['emailChanged', 'erased']), to: z.string(), locale: z.string() })
const ConfirmationMail = z.object({ session_id: z.string() })

/** Mails about settings that the settings page shows. */
const SETTINGS_MAILS: ReadonlySet<MailKind> = new Set(['mfaOn', 'mfaOff', 'providerOn', 'providerOff'])
const PROVIDER_NAMES: Record<SsoProvider, string> = {
  gitlab: 'GitLab',
  microsoft: 'Microsoft',
  linkedin: 'LinkedIn',
  oidc: 'OpenID Connect',
}

type Account = NonNullable<Awaited<ReturnType<typeof selectAccountByEmail>>>

/** Sends one mail. Sends none to an address without an account, and no verification to an account that is already verified. */
export async function sendAccountMail(deps: Deps, payload: unknown): Promise<void> {
  const { kind, email_key: key, provider } = AccountMail.parse(payload)
  const account = await selectAccountByEmail(deps.database.kysely, key)
  if (account === undefined) return
  if (kind === 'verify' && account.email_verified_at !== null) return
  if (kind === 'newEmail') return sendEmailChange(deps, account)
  const values = provider === undefined ? {} : { provider: PROVIDER_NAMES[provider] }
  await send(deps, kind, account, await linkOf(deps, kind, account), values)
}

export async function sendAccountDeletedMail(deps: Deps, payload: unknown): Promise<void> {
  const { kind, to, locale } = FarewellMail.parse(payload)
  const link = kind === 'erased' ? deps.config.publicUrl : `${pages(deps, locale)}/auth/sign-in`
  await send(deps, kind, { email: to, locale }, link)
}

export async function sendConfirmationMail(deps: Deps, payload: unknown): Promise<void> {
  const { session_id: sessionId } = ConfirmationMail.parse(payload)
  const account = await selectSessionOwner(deps.database.kysely, sessionId)
  if (account === undefined) return
  const code = await createConfirmationCode(deps, sessionId)
  await send(deps, 'code', account, `${pages(deps, account.locale)}/settings`, { code })
}

/** Mails the new address: a link, or a notice to its owner if the address already has an account. */
async function sendEmailChange(deps: Deps, account: Account): Promise<void> {
  const db = deps.database.kysely
  const change = await selectEmailChange(db, account.account_id, deps.clock.now())
  if (change === undefined) return
  if (change.is_taken) {
    const owner = await selectAccountByEmail(db, change.email_key)
    if (owner !== undefined) await send(deps, 'takenEmail', owner, `${pages(deps, owner.locale)}/auth/sign-in`)
    return
  }
  const token = randomToken()
  await updateEmailChangeToken(db, account.account_id, hashToken(token))
  const link = `${pages(deps, account.locale)}/auth/verify?token=${token}`
  await send(deps, 'newEmail', { email: change.email, locale: account.locale }, link)
}

async function send(
  deps: Deps,
  kind: MailKind,
  to: { email: string; locale: string },
  link: string,
  values: MailValues = {},
): Promise<void> {
  const locale = localeOf(to.locale)
  const words = MAIL_WORDS[locale]
  const { publicUrl } = deps.config
  const mail = renderMail({ locale, words, kind, link, publicUrl, values })
  await deps.mail.send({ to: to.email, ...mail })
}

/** Built only from the public address, never from a value of the request. */
async function linkOf(deps: Deps, kind: AccountMail['kind'], account: Account): Promise<string> {
  const base = pages(deps, account.locale)
  if (SETTINGS_MAILS.has(kind)) return `${base}/settings`
  if (kind === 'changed') return `${base}/auth/sign-in`
  if (kind === 'verify') return `${base}/auth/verify?token=${await createLinkToken(deps, 'verify', account)}`
  return `${base}/auth/new-password?token=${await createLinkToken(deps, 'reset', account)}`
}

function pages(deps: Deps, locale: string): string {
  const prefix = localeOf(locale)
  return `${deps.config.publicUrl}${prefix === 'en' ? '' : `/${prefix}`}`
}

function localeOf(stored: string): Locale {
  return LOCALES.find(each => each === stored) ?? 'en'
}
