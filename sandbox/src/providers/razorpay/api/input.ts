import { z } from 'zod'
import type { Notes } from '../entities.ts'

// Fields that several calls share.

const NOTES_MAX = 15

export const notesField = z
  .union([
    z.tuple([]),
    z
      .record(z.string(), z.union([z.string().max(256), z.number()]))
      .refine(notes => Object.keys(notes).length <= NOTES_MAX, 'The notes field has more than 15 key-value pairs.'),
  ])
  .default([])
  .transform((notes): Notes => (Object.keys(notes).length === 0 ? [] : notes))

/** 1 and 0 are accepted as booleans. */
export const flagField = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)

export const textField = z.string().min(1).max(256)
export const countField = z.int().min(1).max(10_000)
export const timeField = z.int().min(946_684_800).max(4_765_046_400)

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

export const currencyField = z.string().refine(code => CURRENCIES.has(code), 'Currency is not supported')

const MOST = 100_000_000_000

/** An amount with its currency, as in items and orders. */
export const money = z
  .object({ amount: z.int().min(1).max(MOST), currency: currencyField })
  .superRefine(({ amount, currency }, context) => {
    const problem = amountProblem(amount, currency)
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['amount'], message: problem })
  })

/** Why Razorpay would refuse an amount; undefined if it is valid. */
export function amountProblem(amount: number, currency: string): string | undefined {
  const decimals = decimalsOf(currency)
  if (decimals > 0 && amount < 100)
    return `The amount must be at least ${currency} ${(100 / 10 ** decimals).toFixed(decimals)}`
  if (decimals === 3 && amount % 10 !== 0) return `The last digit of an amount in ${currency} must be 0`
  return undefined
}

/** The number of decimals of a currency. */
export function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** "$49.00" */
export function moneyWords(amount: number, currency: string): string {
  const value = amount / 10 ** decimalsOf(currency)
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(value)
}

/** A typed amount such as "49.00" in subunits; NaN if it is invalid. */
export function amountOf(typed: string, currency: string): number {
  const decimals = decimalsOf(currency)
  const [, whole = '', , part = ''] = /^(\d{1,9})(\.(\d{1,3}))?$/.exec(typed.trim().replaceAll(',', '')) ?? []
  if (whole === '' || part.length > decimals) return Number.NaN
  return Number(whole + part.padEnd(decimals, '0'))
}

/** "49.00", for a form field. */
export function amountField(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return (amount / 10 ** decimals).toFixed(decimals)
}

const listQuery = z.object({
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
  from: z.coerce.number().int().min(0).default(0),
  to: z.coerce.number().int().min(0).optional(),
})

export interface Collection<Entity> {
  entity: 'collection'
  count: number
  items: Entity[]
}

/** The entities that a query asks for, newest first. */
export function collectionOf<Entity extends { created_at: number }>(
  all: readonly Entity[],
  query: unknown,
): Collection<Entity> {
  const { count, skip, from, to = Infinity } = listQuery.parse(query)
  const items = all
    .filter(({ created_at: at }) => at >= from && at <= to)
    .toReversed()
    .slice(skip, skip + count)
  return { entity: 'collection', count: items.length, items }
}
