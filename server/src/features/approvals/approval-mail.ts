import { LOCALES } from '@notifly/contracts/accounts/accounts'
import type { ActivityId } from '@notifly/contracts/roles/activities'
import * as z from 'zod/mini'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { nameInMail, renderNotice } from '../../lib/mail/notice-mail.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { readWords } from '../../lib/stored-words.ts'
import { emailKey } from '../accounts/accounts.ts'
import { APPROVAL_WORDS, type ApprovalWords } from './mails/words.ts'
import { UNDECIDED_REASON } from './notices.ts'
import { selectForMail } from './notice-queries.ts'

const ApprovalMail = z.object({
  kind: z.enum(['asked', 'approved', 'rejected', 'withdrawn']),
  application_id: z.string(),
  approval_id: z.string(),
  account_id: z.string(),
})
type ApprovalMail = z.infer<typeof ApprovalMail>

/**
 * Sends one mail about a request. Sends none to a person who left or has reached the limit of mails per hour, and no question that has
 * been answered.
 */
export async function sendApprovalMail(deps: Deps, mails: RateLimit, payload: unknown): Promise<void> {
  const { kind, account_id: accountId, ...ids } = ApprovalMail.parse(payload)
  const key = { applicationId: ids.application_id, approvalId: ids.approval_id }
  const about = await selectForMail(deps.database.kysely, key, accountId)
  if (about === undefined || (kind === 'asked' && about.status !== 0)) return
  if (!(await hasRoom(mails, about.email))) return
  const locale = LOCALES.find(each => each === about.locale) ?? 'en'
  const words = APPROVAL_WORDS[locale]
  const { publicUrl } = deps.config
  const values = {
    maker: nameInMail(about.maker ?? ''),
    approver: nameInMail(about.approver ?? ''),
    module: words.modules[about.activity as ActivityId] ?? '',
    title: nameInMail(about.title),
    application: nameInMail(about.application),
    reason: about.approver === null ? reasonOfDeadline(about.description, words) : nameInMail(about.description ?? ''),
    due: dueText(about.due_at, locale, about.timezone),
  }
  const { subject, text } = words[variantOf(kind, about.approver === null)]
  const mail = renderNotice({
    locale,
    subject: filled(subject, values),
    text: filled(text, values),
    button: words.button,
    link: `${publicUrl}${locale === 'en' ? '' : `/${locale}`}/applications/${key.applicationId}/settings/approvals`,
    note: kind === 'asked' ? words.approverNote : words.makerNote,
    copy: words.copy,
    footer: words.footer,
    publicUrl,
  })
  try {
    await deps.mail.send({ to: about.email, ...mail })
  } catch (error) {
    // The job tries again: a mail that was not delivered must not count towards the limit.
    await mails.giveBack(emailKey(about.email))
    throw error
  }
}

async function hasRoom(mails: RateLimit, email: string): Promise<boolean> {
  try {
    await mails.take(emailKey(email))
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

type Variant = keyof Pick<
  ApprovalWords,
  'asked' | 'approved' | 'approvedByDeadline' | 'rejected' | 'rejectedByDeadline' | 'withdrawn'
>

function variantOf(kind: ApprovalMail['kind'], isByDeadline: boolean): Variant {
  if (kind === 'approved' && isByDeadline) return 'approvedByDeadline'
  return kind === 'rejected' && isByDeadline ? 'rejectedByDeadline' : kind
}

/** The deadline's reason is a stored sentence; the mail says it in its reader's language. */
function reasonOfDeadline(description: string | null, words: ApprovalWords): string {
  const said = description === null ? null : readWords(description)
  return typeof said === 'object' && said?.key === UNDECIDED_REASON ? words.nobodyDecided : words.notApplied
}

/** In the application's time zone, which is named. */
function dueText(due: Date, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(due)
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
