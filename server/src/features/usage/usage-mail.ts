/** The mail about used messages of a month, to one person in their language. */
import { type Locale, LOCALES } from '@notifly/contracts/accounts/accounts'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import * as z from 'zod/mini'
import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { nameInMail, renderNotice } from '../../lib/mail/notice-mail.ts'
import { USAGE_WORDS } from './mails/words.ts'
import { selectRunner } from '../roles/roles.ts'

/** Name of the job that sends it. */
export const USAGE_MAIL = 'usage-mail'

const Payload = z.object({
  organization_id: z.string(),
  account_id: z.string(),
  channel: z.enum(CHANNELS),
  /** Percent; 0: campaigns that waited go on, which has no figures. */
  share: z.union([z.literal(80), z.literal(100), z.literal(0)]),
  used: z._default(z.number(), 0),
  limit: z._default(z.number(), 0),
})

const KINDS = { 80: 'most', 100: 'all', 0: 'released' } as const

/** Sends nothing to a person who is no longer Owner or Admin. */
async function sendUsageMail(deps: Deps, payload: unknown): Promise<void> {
  const { organization_id: organizationId, account_id: accountId, channel, share, used, limit } = Payload.parse(payload)
  const reader = await selectRunner(deps.database.kysely, organizationId, accountId)
  if (reader === undefined) return
  const locale = LOCALES.find(each => each === reader.locale) ?? 'en'
  const { channels, most, all, released, ...words } = USAGE_WORDS[locale]
  const kind = { most, all, released }[KINDS[share]]
  const number = new Intl.NumberFormat(locale)
  const values = {
    channel: channels[channel],
    organization: nameInMail(reader.organization),
    used: number.format(used),
    limit: number.format(limit),
  }
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name])
  const { publicUrl } = deps.config
  await deps.mail.send({
    to: reader.email,
    ...renderNotice({
      ...words,
      subject: filled(kind.subject),
      text: filled(kind.text),
      locale,
      link: `${publicUrl}${prefixOf(locale)}${pageOf(reader.applicationId)}`,
      publicUrl,
    }),
  })
}

const prefixOf = (locale: Locale): string => (locale === 'en' ? '' : `/${locale}`)

/** Without an application there is no such page. */
const pageOf = (applicationId: string | null): string =>
  applicationId === null ? '' : `/applications/${applicationId}/subscription`

export function usageJobs(deps: Deps): JobHandlers {
  return { [USAGE_MAIL]: payload => sendUsageMail(deps, payload) }
}
