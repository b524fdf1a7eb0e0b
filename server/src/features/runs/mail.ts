/** Shows a run's mail as one of its recipients got it. */
import type { RunMail } from '@notifly/contracts/runs/panels'
import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { type ApplicationCaller, hasLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { linkNumbers } from '../../lib/email-html/links.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { readerFor, TEMPLATE_WORK, unlessCostly } from '../templates/templates.ts'
import { selectRunMail } from './panel-queries.ts'
import type { WhichRuns } from './runs.ts'

/**
 * Filled in with this recipient's present fields; without fields for callers who may not read contacts. Throws notFound for another
 * application's run, a run without mail, and an unknown variant.
 */
export async function readRunMail(
  deps: Deps,
  caller: ApplicationCaller,
  { which, variant }: { which: WhichRuns; variant: number | null },
): Promise<RunMail> {
  const mail = which.channel === 'email' ? await selectRunMail(deps.database.kysely, which, variant) : undefined
  if (mail === undefined) throw new AppError('notFound')
  const { contact_id: contactId } = mail
  const html = mail.html ?? ''
  const isShown = contactId !== null && hasLevel(caller, ACTIVITY.audience, LEVEL.read)
  const reader = await readerFor(deps, caller, isShown ? { contact_uuid: contactId } : { sample: {} })
  const drawing = shortWork.run(TEMPLATE_WORK.drawEmail, caller.applicationId, {
    html,
    values: reader.fields,
  })
  return {
    variant: mail.variant,
    html: await unlessCostly(drawing, ''),
    links: linkNumbers(html),
    recipient: reader.contact?.name ?? null,
  }
}
