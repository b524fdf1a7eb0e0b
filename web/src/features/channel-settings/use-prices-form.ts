import { listApprovals } from '@notifly/contracts/approvals/approvals'
import { PRICE_CALLS, type PriceCalls, PRICES, type PricedChannel } from '@notifly/contracts/channel-settings/prices'
import * as z from 'zod/mini'
import { callWithMeta } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import type { Reopened } from '../../components/approvals/use-request.ts'
import { type ApiForm, useApiForm } from '../../components/form/use-api-form.ts'

/** Prices of either channel as the form holds them; what a channel does not have stays empty. */
export interface PriceValues {
  prices: {
    currency: string
    default_price: string
    countries: { calling_code: string; price: string }[]
    marketing: string
    utility: string
    authentication: string
  }
}

export type PriceForm = ApiForm<PriceValues>

const EMPTY = {
  sms: { currency: '', default_price: '', countries: [] },
  whatsapp: { currency: '', marketing: '', utility: '', authentication: '' },
} as const

/** What the form begins with: prices as they are saved, or as a rejected request asked for. */
export function valuesOf(channel: PricedChannel, prices: unknown): PriceValues {
  return { prices: { ...EMPTY[channel], ...(prices as object | null) } } as PriceValues
}

interface Given {
  reopens: Reopened['reopens']
  /** Saved, or waiting for an approver. */
  onSaved: () => void
}

/** The form, and its write. */
export function usePricesForm(channel: PricedChannel, start: PriceValues, { reopens, onSaved }: Given) {
  const calls: PriceCalls = PRICE_CALLS[channel]
  const schema = z.object({ prices: PRICES[channel] }) as unknown as z.ZodMiniType<PriceValues, PriceValues>
  const form = useApiForm(schema, { defaultValues: start })
  const save = form.submit(async ({ prices }) => {
    const { message, makerChecker } = await callWithMeta(calls.update, { body: { prices, ...reopens } })
    if (message && !makerChecker) announce({ tone: 'success', message })
    onSaved()
    await Promise.all([refresh(calls.read), ...(makerChecker ? [refresh(listApprovals)] : [])])
  })
  return { form, save }
}
