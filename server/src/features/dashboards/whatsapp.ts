import type { Figures } from '@notifly/contracts/dashboards/parts'
import type { TemplateFigures, WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import type { Db } from '../../db/schema/tables.ts'
import { presentFailures, readDetails } from './details.ts'
import { figuresOf, frameOf, linesOf, loaded, previousFrameOf, readPeriods } from './frame.ts'
import { selectByKind } from './queries.ts'
import type { Asked } from './range.ts'
import { readWhatsappCosts, type WhatsappCosts } from './whatsapp-costs.ts'
import { selectCategories } from './whatsapp-queries.ts'

export async function readWhatsapp(db: Db, asked: Asked): Promise<Omit<WhatsappDashboard, 'top_links'>> {
  const read = await readPeriods(db, asked)
  const { current, previous } = read
  const details = await readDetails(db, asked, ['reason'])
  const costs = await readWhatsappCosts(db, asked, asked.days)
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
    templates: loaded(await readTemplates(db, asked)),
    currency: costs.currency,
    categories: loaded(costs.categories),
    ...(previous !== null && {
      previous: {
        ...previousFrameOf(previous),
        section_1: cardsOf(previous.totals, await readWhatsappCosts(db, asked, asked.before)),
      },
    }),
  }
}

function cardsOf(figures: Figures, { total }: WhatsappCosts) {
  const { sent, delivered, open_rate, bounce_rate, delivery_rate, click_through_rate } = figures
  const cost = total !== null && { cost: total }
  return { sent, delivered, open_rate, bounce_rate, delivery_rate, click_through_rate, ...cost }
}

const TEMPLATES_MAX = 50

/** Most sent first. */
export async function readTemplates(db: Db, { source, days }: Asked): Promise<TemplateFigures[]> {
  const rows = await selectByKind(db, source, days.starts, ['template_name', 'template_language'], TEMPLATES_MAX)
  const named = rows.map(({ names: [name = '', language = ''], ...counts }) => ({ name, language, counts }))
  const known = await selectCategories(
    db,
    source.applicationId,
    named.map(({ name }) => name),
  )
  return named.map(({ name, language, counts }) => ({
    name,
    language,
    category: known.find(each => each.name === name && each.language === language)?.category ?? null,
    ...figuresOf(counts),
  }))
}
