/** What WhatsApp delivered by category, on which its bill is based, and the cost at the current prices. */
import { PRICED_CATEGORIES, type WhatsappPrices } from '@notifly/contracts/channel-settings/prices'
import type { CategoryCosts } from '@notifly/contracts/dashboards/whatsapp'
import type { Db } from '../../../db/schema/tables.ts'
import { pricesOf } from '../../channel-settings/channel-settings.ts'
import { costOf, decimal, sumOf } from '../money.ts'
import type { TemplateSums } from './whatsapp-templates.ts'

export interface WhatsappCosts {
  currency: string | null
  categories: CategoryCosts[]
  /** For categories with a price; null if no prices are set. */
  total: string | null
}

/** `templates`: what was sent of each. */
export async function readWhatsappCosts(
  db: Db,
  applicationId: string,
  templates: readonly TemplateSums[],
): Promise<WhatsappCosts> {
  const prices = await pricesOf(db, applicationId, 'whatsapp')
  const rows = sumsByCategory(templates)
  const priced = rows.map(row => {
    const price = priceOf(prices, row.category)
    return { ...row, price, millionths: price === null ? null : costOf(price, row.delivered) }
  })
  return {
    currency: prices?.currency ?? null,
    categories: priced.map(({ millionths, ...row }) => ({
      ...row,
      cost: millionths === null ? null : decimal(millionths),
    })),
    total: prices && decimal(sumOf(priced.map(({ millionths }) => millionths ?? 0n))),
  }
}

interface CategorySums {
  category: string | null
  sent: number
  delivered: number
}

/** The most delivered first. */
function sumsByCategory(templates: readonly TemplateSums[]): CategorySums[] {
  const of = (rows: readonly TemplateSums[], name: 'sent' | 'delivered') =>
    rows.reduce((sum, row) => sum + row.counts[name], 0)
  return [...Map.groupBy(templates, ({ category }) => category)]
    .map(([category, rows]) => ({ category, sent: of(rows, 'sent'), delivered: of(rows, 'delivered') }))
    .filter(({ sent }) => sent > 0)
    .sort(
      (a, b) => b.delivered - a.delivered || b.sent - a.sent || ((a.category ?? '~') < (b.category ?? '~') ? -1 : 1),
    )
}

function priceOf(prices: WhatsappPrices | null, category: string | null): string | null {
  const name = PRICED_CATEGORIES.find(each => each === category?.toLowerCase())
  return (prices && name && prices[name]) || null
}
