/** Prices of an application's messages, as its members enter them. Dashboards estimate costs with these. */
import * as z from 'zod/mini'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { isCallingCode } from '../sms/calling-codes.ts'
import { CHANNEL_FORMS } from './channels.ts'

/** A decimal number as text: up to six decimals, as in providers' prices. */
const PRICE = /^\d{1,6}(\.\d{1,6})?$/

/** A decimal comma is accepted, too. */
const written = z.overwrite((value: string) => value.trim().replace(',', '.'))

const price = z.string(sentenceKey('fields.required')).check(written, z.regex(PRICE, sentenceKey('channels.price')))

/** Empty for what an application does not send. */
const optionalPrice = z._default(
  z.string().check(
    written,
    z.refine(value => value === '' || PRICE.test(value), sentenceKey('channels.price')),
  ),
  '',
)

/** ISO 4217. */
export const currency = z
  .string(sentenceKey('fields.required'))
  .check(z.trim(), z.toUpperCase(), z.refine(isCurrency, sentenceKey('channels.currency')))

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

/** Per billed message of a text. */
export const SmsPrices = z.object({
  currency,
  /** Price for countries that are not listed. */
  default_price: price,
  countries: z._default(
    z
      .array(
        z.object({ calling_code: z.string().check(z.refine(isCallingCode, sentenceKey('channels.fromList'))), price }),
      )
      .check(
        z.maxLength(250, sentenceKey('fields.atOnce')),
        z.superRefine((rows, context) => {
          for (const [at, { calling_code: code }] of rows.entries()) {
            if (rows.findIndex(row => row.calling_code === code) === at) continue
            context.issues.push({
              code: 'custom',
              message: sentenceKey('channels.priceTwice'),
              path: [at, 'calling_code'],
              input: code,
            })
          }
        }),
      ),
    [],
  ),
})
export type SmsPrices = z.infer<typeof SmsPrices>

export const PRICED_CATEGORIES = ['marketing', 'utility', 'authentication'] as const

/** Per delivered message, by the category of its template; empty: not entered. */
export const WhatsappPrices = z
  .object({ currency, marketing: optionalPrice, utility: optionalPrice, authentication: optionalPrice })
  .check(
    z.superRefine((prices, context) => {
      if (PRICED_CATEGORIES.some(name => prices[name] !== '')) return
      context.issues.push({ code: 'custom', message: sentenceKey('fields.required'), path: ['marketing'], input: '' })
    }),
  )
export type WhatsappPrices = z.infer<typeof WhatsappPrices>

export const PRICES = { sms: SmsPrices, whatsapp: WhatsappPrices } as const
export type PricedChannel = keyof typeof PRICES
export const PRICED_CHANNELS = Object.keys(PRICES) as PricedChannel[]

function priceCalls<Schema extends z.ZodMiniType>(channel: PricedChannel, title: string, schema: Schema) {
  const call = `/api/notifications/${channel}/prices` as const
  const { activity } = CHANNEL_FORMS[channel]
  const prices = z.nullable(schema)
  const data = z.object({
    prices,
    updated_on: z.nullable(epochSeconds),
    ...pendingApproval,
  })
  return {
    read: endpoint({
      call: `GET ${call}`,
      summary: `What ${title} messages cost; null while no prices are entered`,
      access: { activity, level: 'read', scope: 'application' },
      data,
    }),
    update: endpoint({
      call: `PUT ${call}`,
      summary: `Enter what ${title} messages cost, as a whole; null removes the prices`,
      access: { activity, level: 'update', scope: 'application' },
      held: true,
      body: z.object({ prices, ...reopening }),
      data,
      message: 'channels.pricesSaved',
    }),
  }
}

export const PRICE_CALLS = {
  sms: priceCalls('sms', 'SMS', SmsPrices),
  whatsapp: priceCalls('whatsapp', 'WhatsApp', WhatsappPrices),
} as const satisfies Record<PricedChannel, unknown>

/** For code that serves both channels. */
export type PriceCalls = ReturnType<typeof priceCalls<z.ZodMiniType<SmsPrices | WhatsappPrices>>>
