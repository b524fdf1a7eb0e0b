/** What WhatsApp delivered by category, on which its bill is based, and the cost at the current prices. */
import { PRICED_CATEGORIES, type WhatsappPrices } from '@notifly/contracts/channel-settings/prices'
import type { CategoryCosts } from '@notifly/contracts/dashboards/whatsapp'
import type { Db } from '../../db/schema/tables.ts'
import { pricesOf } from '../channel-settings/channel-settings.ts'
import { costOf, decimal, sumOf } from './money.ts'
import type { Asked, Days } from './range.ts'
import { selectByCategory } from './whatsapp-queries.ts'

export interface WhatsappCosts {
  currency: string | null
  categories: CategoryCosts[]
  /** For categories with a price; null if no prices are set. */
  total: string | null
}

export async function readWhatsappCosts(db: Db, { source }: Pick<Asked, 'source'>, days: Days): Promise<WhatsappCosts> {
  const prices = await pricesOf(db, source.applicationId, 'whatsapp')
  const rows = await selectByCategory(db, source, days.starts)
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

function priceOf(prices: WhatsappPrices | null, category: string | null): string | null {
  const name = PRICED_CATEGORIES.find(each => each === category?.toLowerCase())
  return (prices && name && prices[name]) || null
}
