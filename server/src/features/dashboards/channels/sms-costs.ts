/** Text messages as billed, by country, and their cost at the current prices. */
import type { SmsPrices } from '@notifly/contracts/channel-settings/prices'
import type { SmsCountry } from '@notifly/contracts/dashboards/sms'
import type { Db } from '../../../db/schema/tables.ts'
import { pricesOf } from '../../channel-settings/channel-settings.ts'
import { costOf, decimal, sumOf } from '../money.ts'
import type { Asked, Days } from '../range.ts'
import { selectBilled } from './sms-queries.ts'

export interface SmsCosts {
  currency: string | null
  countries: SmsCountry[]
  /** Null if no prices are set. */
  total: string | null
  ofClass(messageClass: string): string | null
}

export async function readSmsCosts(db: Db, { source }: Pick<Asked, 'source'>, days: Days): Promise<SmsCosts> {
  const prices = await pricesOf(db, source.applicationId, 'sms')
  const rows = await selectBilled(db, source, days.starts)
  const billed = rows.map(row => {
    const price = prices && priceIn(prices, row.calling_code)
    return { ...row, price, millionths: price === null ? 0n : costOf(price, row.segments) }
  })
  const costs = (some: readonly { millionths: bigint }[]) =>
    prices && decimal(sumOf(some.map(({ millionths }) => millionths)))
  const countries = [...Map.groupBy(billed, row => row.calling_code)].map(([calling_code, some]) => ({
    calling_code,
    segments: some.reduce((sum, { segments }) => sum + segments, 0),
    price: some[0]?.price ?? null,
    cost: costs(some),
  }))
  return {
    currency: prices?.currency ?? null,
    countries: countries.sort((a, b) => b.segments - a.segments || (a.calling_code < b.calling_code ? -1 : 1)),
    total: costs(billed),
    ofClass: name => costs(billed.filter(({ message_class }) => message_class === name)),
  }
}

function priceIn({ countries, default_price }: SmsPrices, callingCode: string): string {
  return countries.find(({ calling_code }) => calling_code === callingCode)?.price ?? default_price
}
