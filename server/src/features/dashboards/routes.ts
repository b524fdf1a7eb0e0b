/** Dashboards of what was delivered, one for each channel, and their panels as CSV. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { readEmailDashboard } from '@notifly/contracts/dashboards/email'
import { exportDashboard } from '@notifly/contracts/dashboards/exports'
import type { LinkClicks } from '@notifly/contracts/dashboards/parts'
import { readMobilepushDashboard, readWebpushDashboard } from '@notifly/contracts/dashboards/push'
import { readSmsDashboard } from '@notifly/contracts/dashboards/sms'
import { readWhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import { listRead } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, rawRoute, route } from '../../http/route.ts'
import { createDeviceCounts } from './channels/devices.ts'
import { readEmail } from './channels/email.ts'
import { COUNTED_PANELS, exportPanel } from './export.ts'
import type { Reader } from './frame.ts'
import { createTopLinks } from './links.ts'
import { readMobilepush, readWebpush } from './channels/push.ts'
import { type Asked, type DashboardQuery, rangeText, readAsked } from './range.ts'
import { readSms } from './channels/sms.ts'
import { type Counted, withTimeLimit } from './with-time-limit.ts'
import { readWhatsapp } from './channels/whatsapp.ts'

export function dashboardRoutes(http: Http, { database, clock, log }: Deps): void {
  const db = database.kysely
  const counts = createDeviceCounts(db, clock)
  const topLinks = createTopLinks(db, clock, log)

  const read = async <Answer>(
    channel: Channel,
    { caller: { applicationId }, query }: { caller: ApplicationCaller; query: DashboardQuery },
    answer: (read: Reader, asked: Asked) => Promise<Answer>,
  ): Promise<Answer & { top_links: Counted<LinkClicks[]> }> => {
    const asked = await readAsked(db, { applicationId, channel }, query, clock.now())
    const answering = answer(work => listRead(db, applicationId, work), asked)
    // Later than what is answered: an application has two places.
    const links = topLinks(asked)
    return { ...(await answering), top_links: await withTimeLimit(links, log) }
  }

  route(http, readEmailDashboard, input => read('email', input, readEmail))
  route(http, readSmsDashboard, input => read('sms', input, (reader, asked) => reader(tx => readSms(tx, asked))))
  route(http, readWhatsappDashboard, input =>
    read('whatsapp', input, (reader, asked) => reader(tx => readWhatsapp(tx, asked))),
  )
  route(http, readWebpushDashboard, input =>
    read('webpush', input, (reader, asked) => readWebpush(reader, asked, { counts, log })),
  )
  route(http, readMobilepushDashboard, input =>
    read('mobilepush', input, (reader, asked) => readMobilepush(reader, asked, { counts, log })),
  )

  rawRoute(http, exportDashboard, async ({ params: { channel }, query, caller: { applicationId }, reply }) => {
    const of = { applicationId, channel }
    const asked = await readAsked(db, of, query, clock.now())
    const print = (tx: Db) => exportPanel(tx, asked, query.panel, counts)
    // Panels that count wait for a place of their own, apart from the reads of lists.
    const csv = await (COUNTED_PANELS.includes(query.panel) ? print(db) : listRead(db, applicationId, print))
    const name = `${channel} ${query.panel} ${rangeText(asked.days)}.csv`
    return reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Cache-Control', 'private, no-store')
      .send(csv)
  })
}
