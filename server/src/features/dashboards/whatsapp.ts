import type { Figures } from '@notifly/contracts/dashboards/parts'
import type { TemplateFigures, WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import type { Db } from '../../db/schema/tables.ts'
import type { Source } from './counted-queries.ts'
import { presentFailures, readDetails } from './details.ts'
import { figuresOf, frameOf, linesOf, loaded, previousFrameOf, readPeriods } from './frame.ts'
import type { Asked, Days } from './range.ts'
import { readWhatsappCosts, type WhatsappCosts } from './whatsapp-costs.ts'
import { selectTemplateSums, type TemplateSums } from './whatsapp-queries.ts'

export async function readWhatsapp(db: Db, asked: Asked): Promise<Omit<WhatsappDashboard, 'top_links'>> {
  const read = await readPeriods(db, asked)
  const { current, previous } = read
  const details = await readDetails(db, asked, ['reason'])
  const templates = await selectTemplateSums(db, asked.source, asked.days.starts)
  const costs = await readWhatsappCosts(db, asked.source.applicationId, templates)
  return {
    ...(await frameOf(db, read)),
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
        section_1: cardsOf(previous.totals, await costsOf(db, asked.source, asked.before)),
      },
    }),
  }
}

async function costsOf(db: Db, source: Source, { starts }: Days): Promise<WhatsappCosts> {
  return readWhatsappCosts(db, source.applicationId, await selectTemplateSums(db, source, starts))
}

function cardsOf(figures: Figures, { total }: WhatsappCosts) {
  const { sent, delivered, open_rate, bounce_rate, delivery_rate, click_through_rate } = figures
  const cost = total !== null && { cost: total }
  return { sent, delivered, open_rate, bounce_rate, delivery_rate, click_through_rate, ...cost }
}

const TEMPLATES_MAX = 50

/** The first of them, most sent first. */
export function presentTemplates(templates: readonly TemplateSums[]): TemplateFigures[] {
  return templates.slice(0, TEMPLATES_MAX).map(({ name, language, category, ...counts }) => ({
    ...{ name, language, category },
    ...figuresOf(counts),
  }))
}
