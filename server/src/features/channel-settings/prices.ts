/** The prices of an application's messages. Always saved as a whole; dashboards read them each time. */
import {
  type PricedChannel,
  PRICES,
  type SmsPrices,
  type WhatsappPrices,
} from '@notifly/contracts/channel-settings/prices'
import type { Db } from '../../db/schema/tables.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { type CommandContext, openRequestsOn } from '../approvals/approvals.ts'
import { deletePrices, selectPrices, upsertPrices } from './queries.ts'

interface PricesOf {
  sms: SmsPrices
  whatsapp: WhatsappPrices
}

/** Null if none are entered. */
export async function pricesOf<Name extends PricedChannel>(
  db: Db,
  applicationId: string,
  channel: Name,
): Promise<PricesOf[Name] | null> {
  const row = await selectPrices(db, { applicationId, channel })
  return row === undefined ? null : (PRICES[channel].parse(row.prices) as PricesOf[Name])
}

export async function readPrices(db: Db, applicationId: string, channel: PricedChannel) {
  const row = await selectPrices(db, { applicationId, channel })
  const approvalId = (await openRequestsOn(db, applicationId, 'prices', [channel])).get(channel)
  return {
    prices: row === undefined ? null : PRICES[channel].parse(row.prices),
    updated_on: row === undefined ? null : epochSeconds(row.updated_at),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

/** Null removes them. */
export async function savePrices(
  { db, actor: { applicationId, accountId }, now }: CommandContext,
  { channel, prices }: { channel: PricedChannel; prices: SmsPrices | WhatsappPrices | null },
) {
  if (prices === null) await deletePrices(db, { applicationId, channel })
  else await upsertPrices(db, { applicationId, channel }, prices, { by: accountId, now })
  return readPrices(db, applicationId, channel)
}
