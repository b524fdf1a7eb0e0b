import { LOCALES } from '@notifly/contracts/accounts/accounts'
import * as z from 'zod/mini'
import type { Deps } from '../../http/deps.ts'
import { nameInMail, renderNotice } from '../../lib/mail/notice-mail.ts'
import { hashToken, randomToken } from '../../lib/secrets.ts'
import { insertLink, selectForMail } from './link-queries.ts'
import { INVITATION_WORDS } from './mails/words.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'

/** Name of the job that sends an invitation's mail. */
export const INVITATION_MAIL = 'invitation-mail'

/** The job's payload has no link: the token is created with the mail, so that it is never stored in plain text. */
const Payload = z.object({ invitation_id: z.string() })

/** Sends the mail with a new link, the only one that works from then on. Does nothing for an invitation that has ended. */
async function sendInvitationMail(deps: Deps, payload: unknown): Promise<void> {
  const { invitation_id: invitationId } = Payload.parse(payload)
  const db = deps.database.kysely
  const invitation = await selectForMail(db, invitationId)
  const now = deps.clock.now()
  if (invitation === undefined || invitation.expires_at <= now) return
  const locale = LOCALES.find(each => each === invitation.locale) ?? 'en'
  const { text, ...words } = INVITATION_WORDS[locale]
  const token = randomToken()
  await insertLink(db, invitationId, hashToken(token), now)
  const { publicUrl } = deps.config
  const mail = renderNotice({
    ...words,
    text: text
      .replace('{inviter}', () => nameInMail(invitation.inviter_name ?? 'Notifly'))
      .replace('{organization}', () => invitation.organization_name),
    locale,
    link: `${publicUrl}${locale === 'en' ? '' : `/${locale}`}/auth/invite/${token}`,
    publicUrl,
  })
  await deps.mail.send({ to: invitation.email, ...mail })
}

export function memberJobs(deps: Deps): JobHandlers {
  return { [INVITATION_MAIL]: payload => sendInvitationMail(deps, payload) }
}
