import { z } from 'zod'
import { CARD_NETWORKS, newId, type Card, type Method } from './entities.ts'

// What a customer pays with, and the part of it that is chosen at the checkout.

export const instrumentSchema = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('card'),
    network: z.enum(CARD_NETWORKS),
    last4: z.string().regex(/^\d{4}$/, 'Enter the last four digits.'),
    international: z.boolean(),
  }),
  z.object({
    method: z.literal('upi'),
    vpa: z.string().regex(/^[\w.-]{2,60}@[a-z]{2,20}$/i, 'Enter a UPI ID, such as asha@upi.'),
  }),
  z.object({ method: z.literal('wallet'), wallet: z.literal('paypal') }),
])
export type InstrumentChoice = z.output<typeof instrumentSchema>

export interface Instrument {
  method: Method
  card: Card | null
  vpa: string | null
  wallet: string | null
  international: boolean
}

/** The chosen card, account or wallet. */
export function instrumentOf(choice: InstrumentChoice, name: string): Instrument {
  const nothing = { card: null, vpa: null, wallet: null, international: false }
  switch (choice.method) {
    case 'card':
      return {
        ...nothing,
        method: 'card',
        card: cardOf(choice, name),
        international: choice.international,
      }
    case 'upi':
      return { ...nothing, method: 'upi', vpa: choice.vpa }
    case 'wallet':
      return { ...nothing, method: 'wallet', wallet: choice.wallet, international: true }
  }
}

const EXPIRY_YEARS = 5

function cardOf({ network, last4, international }: InstrumentChoice & { method: 'card' }, name: string): Card {
  return {
    id: newId('card'),
    entity: 'card',
    name,
    last4,
    network,
    type: 'credit',
    issuer: international ? null : 'UTIB',
    international,
    emi: false,
    sub_type: 'consumer',
    token_iin: null,
    expiry_month: 12,
    expiry_year: new Date().getUTCFullYear() + EXPIRY_YEARS,
  }
}

const RUPEE = 'INR'

/** Why Razorpay would refuse such a payment; undefined if it is valid. */
export function instrumentProblem(
  { method }: { method: Method },
  { currency, isRecurring }: { currency: string; isRecurring: boolean },
): string | undefined {
  if (method === 'upi' && currency !== RUPEE) return 'UPI payments are possible in INR only'
  if (method === 'wallet' && currency === RUPEE) return 'PayPal payments are not possible in INR'
  if (method === 'wallet' && isRecurring) return 'Subscriptions cannot be paid with a wallet'
  return undefined
}

/** "Visa ending in 4366", "asha@upi", "PayPal" */
export function instrumentWords({ card, vpa }: Pick<Instrument, 'card' | 'vpa'>): string {
  if (card !== null) return `${card.network} ending in ${card.last4}`
  return vpa ?? 'PayPal'
}
