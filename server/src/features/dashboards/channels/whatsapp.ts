import type { Figures } from '@notifly/contracts/dashboards/parts'
import type { WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import type { Db } from '../../../db/schema/tables.ts'
import { presentFailures, readDetails } from '../details.ts'
import { frameOf, linesOf, loaded, previousFrameOf, readParts, readPeriods } from '../frame.ts'
import type { Asked } from '../range.ts'
import { readWhatsappCosts, type WhatsappCosts } from './whatsapp-costs.ts'
import { presentTemplates, readTemplates } from './whatsapp-templates.ts'

export async function readWhatsapp(db: Db, asked: Asked): Promise<Omit<WhatsappDashboard, 'top_links'>> {
  const read = await readPeriods(db, asked)
  const { current, previous } = read
  const details = await readDetails(db, asked, ['reason'])
  const { applicationId } = asked.source
  const parts = await readParts(db, asked, 'template')
  const templates = await readTemplates(db, asked, parts)
  const costs = await readWhatsappCosts(db, applicationId, templates)
  return {
    ...(await frameOf(db, read, parts)),
    section_1: loaded(cardsOf(current.totals, costs)),
    section_2: loaded(
      linesOf(current.daily, [
        ['sent', 'sent'],
        ['delivered', 'delivered'],
        ['read', 'opened'],
        ['clicked', 'clicked'],
        ['failed', 'failed'],
      ]),
    ),
    section_3: loaded(presentFailures(details.reason)),
    templates: loaded(presentTemplates(templates)),
    currency: costs.currency,
    categories: loaded(costs.categories),
    ...(previous !== null && {
      previous: {
        ...previousFrameOf(previous),
        section_1: cardsOf(previous.totals, await costsOf(db, { ...asked, days: previous.days })),
      },
    }),
  }
}

async function costsOf(db: Db, asked: Asked): Promise<WhatsappCosts> {
  return readWhatsappCosts(db, asked.source.applicationId, await readTemplates(db, asked))
}

function cardsOf(figures: Figures, { total }: WhatsappCosts) {
  const { sent, delivered, open_rate, bounce_rate, delivery_rate, click_through_rate } = figures
  const cost = total !== null && { cost: total }
  return { sent, delivered, open_rate, bounce_rate, delivery_rate, click_through_rate, ...cost }
}
