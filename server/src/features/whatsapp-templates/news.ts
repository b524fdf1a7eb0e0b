/** What WhatsApp reports about templates: decided, paused, read badly, of another category. */
import { TEMPLATE_NEWS, type TemplateNews } from '../../channels/whatsapp/cloud-api/reports.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { NewsListener } from '../hooks/hooks.ts'
import { updateReported } from './queries.ts'
import { SYNC_TEMPLATES } from './sync.ts'

/** One of a template that we do not have makes us read the list. */
export const hearTemplateNews: NewsListener = async ({ database, clock }, { applicationId, news }) => {
  if (news.topic !== TEMPLATE_NEWS) return
  const { id, name, language, ...change } = news.value as TemplateNews
  const db = database.kysely
  if (await updateReported(db, applicationId, { id, name, language }, change, clock.now())) return
  await enqueue(db, SYNC_TEMPLATES, { applicationId }, { key: `${SYNC_TEMPLATES} ${applicationId}` })
}
