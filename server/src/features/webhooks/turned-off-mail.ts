/** Mails the member who created an endpoint when it is turned off. */
import { LOCALES } from '@notifly/contracts/accounts/accounts'
import * as z from 'zod/mini'
import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { nameInMail, renderNotice } from '../../lib/mail/notice-mail.ts'
import { selectForMail } from './mail-queries.ts'
import { TURNED_OFF_WORDS } from './mails/words.ts'

/** Name of the job that sends it to one person. */
export const TURNED_OFF_MAIL = 'webhook-turned-off-mail'

const Payload = z.object({ application_id: z.string(), webhook_id: z.string(), account_id: z.string() })

/** Sends nothing if it was turned on again or deleted, or if its reader has left. */
async function sendTurnedOffMail(deps: Deps, payload: unknown): Promise<void> {
  const { application_id: applicationId, webhook_id: webhookId, account_id: accountId } = Payload.parse(payload)
  const about = await selectForMail(deps.database.kysely, { applicationId, webhookId }, accountId)
  if (about === undefined) return
  const locale = LOCALES.find(each => each === about.locale) ?? 'en'
  const { gone, failing, ...words } = TURNED_OFF_WORDS[locale]
  const { publicUrl } = deps.config
  const text = (about.status === 'gone' ? gone : failing)
    .replace('{webhook}', () => nameInMail(about.name))
    .replace('{application}', () => nameInMail(about.application))
  const prefix = locale === 'en' ? '' : `/${locale}`
  const link = `${publicUrl}${prefix}/applications/${applicationId}/settings/webhook/${webhookId}/edit`
  await deps.mail.send({ to: about.email, ...renderNotice({ ...words, text, locale, link, publicUrl }) })
}

export function webhookJobs(deps: Deps): JobHandlers {
  return { [TURNED_OFF_MAIL]: payload => sendTurnedOffMail(deps, payload) }
}
