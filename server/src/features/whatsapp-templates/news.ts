/** What WhatsApp reports about templates: decided, paused, written anew, read badly, of another category. */
import { TEMPLATE_NEWS, type TemplateNews } from '../../channels/whatsapp/cloud-api/reports.ts'
import { enqueue, longQueue } from '../../jobs/jobs.ts'
import type { NewsListener } from '../hooks/hooks.ts'
import { updateReported } from './queries.ts'
import { SYNC_TEMPLATES } from './sync.ts'

/** What a report does not say of its template is read from the list; so is one that we do not have, or know later news of. */
export const hearTemplateNews: NewsListener = async ({ database, clock }, { applicationId, news }) => {
  if (news.topic !== TEMPLATE_NEWS) return
  const { id, name, language, isRewritten, ...change } = news.value as TemplateNews
  const db = database.kysely
  const moments = { at: news.at, now: clock.now() }
  const isKept = !isRewritten && (await updateReported(db, applicationId, { id, name, language }, change, moments))
  // A member may have changed it before WhatsApp decided.
  if (isKept && change.status === undefined) return
  await enqueue(
    db,
    SYNC_TEMPLATES,
    { applicationId },
    { key: `${SYNC_TEMPLATES} ${applicationId}`, queue: longQueue(applicationId) },
  )
}
