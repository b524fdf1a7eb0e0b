/** Mails to those who pay: the Owners and Admins of an organization, each in their own language, each by its own job. */
import { LOCALES } from '@notifly/contracts/accounts/accounts'
import * as z from 'zod/mini'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { nameInMail, renderNotice } from '../../../lib/mail/notice-mail.ts'
import { selectRunner, selectRunners } from '../../roles/roles.ts'
import { priceText } from '../plans/money.ts'
import { MAIL_KINDS, type MailKind } from './kinds.ts'
import { selectForMail } from './queries.ts'
import { BILLING_WORDS, type BillingWords } from './words.ts'

/** Name of the job that sends one mail to one person. */
export const BILLING_MAIL = 'billing-mail'

const Payload = z.object({
  subscription_id: z.string(),
  account_id: z.string(),
  kind: z.enum(MAIL_KINDS),
})

/** Adds the jobs in the caller's transaction. */
export async function enqueuePayerMails(
  tx: Db,
  { subscription_id, organization_id }: { subscription_id: string; organization_id: string },
  kind: MailKind,
): Promise<void> {
  for (const account_id of await selectRunners(tx, organization_id)) {
    await enqueue(tx, BILLING_MAIL, { subscription_id, account_id, kind })
  }
}

/** Sends nothing to a person who is no longer Owner or Admin. */
export async function sendBillingMail(deps: Deps, payload: unknown): Promise<void> {
  const { subscription_id: subscriptionId, account_id: accountId, kind } = Payload.parse(payload)
  const db = deps.database.kysely
  const about = await selectForMail(db, subscriptionId)
  const payer = about && (await selectRunner(db, about.organization_id, accountId))
  if (about === undefined || payer === undefined) return
  const locale = LOCALES.find(each => each === payer.locale) ?? 'en'
  const { kinds, ...words } = BILLING_WORDS[locale]
  const { publicUrl } = deps.config
  const prefix = locale === 'en' ? '' : `/${locale}`
  const { subject, text } = filled(kinds[kind], {
    organization: nameInMail(payer.organization),
    plan: nameInMail(about.plan_name),
    amount: priceText(about.amount, about.currency, locale),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(about.period_end),
  })
  // Billing pages belong to an application; without one, the button opens the list of applications.
  const page = payer.applicationId === null ? '' : `/${payer.applicationId}/subscription`
  const link = `${publicUrl}${prefix}/applications${page}`
  await deps.mail.send({ to: payer.email, ...renderNotice({ ...words, subject, text, locale, link, publicUrl }) })
}

function filled(words: BillingWords['kinds'][MailKind], values: Record<string, string>): typeof words {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return { subject: fill(words.subject), text: fill(words.text) }
}
