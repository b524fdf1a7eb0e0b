/**
 * The plan file: the plans that the operator sells, their prices, and the limits of an organization without a plan. Each process reads it
 * once. An error in it stops the start, with a message that names the place.
 */
import type { PlanLimits } from '@notifly/contracts/billing/plans'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { BillingSetting } from '../../../lib/optional-settings.ts'
import { StartError } from '../../../lib/start-error.ts'
import { DEFAULT_PLANS } from './default-plans.ts'
import { stepOf } from './money.ts'

const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const sentence = z.string().check(z.trim(), z.maxLength(300))
/** One text for everybody, or one in each language; English stands for those that are left out. */
const words = z.union([
  sentence,
  z.strictObject({ en: sentence, es: z.optional(sentence), fr: z.optional(sentence), hi: z.optional(sentence) }),
])
export type PlanWords = z.output<typeof words>
const limit = z.nullable(z.int().check(z.minimum(0)))
const limits = z.strictObject({
  messages: z.strictObject({ email: limit, sms: limit, whatsapp: limit, webpush: limit, mobilepush: limit }),
  contacts: limit,
  members: limit,
  applications: limit,
  retention_days: z.nullable(z.int().check(z.minimum(1))),
}) satisfies z.ZodMiniType<PlanLimits>

/** Eleven months with all taxes then stay far below the largest safe integer, and within the amounts that can be written in words. */
const DEAREST = 80_000_000_00

const PlanFile = z.strictObject({
  currency: z.string().check(z.refine(isCurrency, 'is no currency of ISO 4217')),
  /** The plan that is preselected; by default the first one. */
  default_plan: z.optional(z.string()),
  plans: z
    .array(
      z.strictObject({
        id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/, 'is lower-case letters, digits and hyphens')),
        name: line(60),
        description: words,
        /** Minor units a month, without tax. */
        price: z.int().check(z.minimum(100), z.maximum(DEAREST)),
        limits,
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
  without_plan: limits,
  taxes: z._default(
    z
      .array(
        z.strictObject({
          name: line(40),
          rate_percent: z.string().check(z.regex(/^\d{1,2}(?:\.\d{1,4})?$/, 'is a text such as "18" or "9.5"')),
        }),
      )
      .check(z.maxLength(5)),
    [],
  ),
  seller: z._default(
    z.strictObject({
      name: line(200),
      address: z.array(line(200)).check(z.maxLength(8)),
      tax_number: z._default(z.nullable(line(60)), null),
    }),
    () => DEFAULT_PLANS.seller,
  ),
})
export type PlanFile = z.output<typeof PlanFile>
export type Seller = PlanFile['seller']

/** Throws StartError with every error in the file. */
export function readPlanFile({ plansFile }: Pick<BillingSetting, 'plansFile'>): PlanFile {
  if (plansFile === null) return checkPlans(DEFAULT_PLANS, 'the plans of the product')
  try {
    return checkPlans(JSON.parse(readFileSync(plansFile, 'utf8')), plansFile)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`NOTIFLY_PLANS_FILE: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** `name`: the file's name, for error messages. */
export function checkPlans(input: unknown, name: string): PlanFile {
  const read = PlanFile.safeParse(input)
  const problems = read.success
    ? contradictions(read.data)
    : read.error.issues.map(issue => `${issue.path.join('.') || 'the file'}: ${issue.message}`)
  if (read.success && problems.length === 0) return read.data
  throw new StartError(`${name} needs attention:\n${problems.map(each => `  - ${each}`).join('\n')}`)
}

function contradictions({ plans, default_plan: first, currency }: PlanFile): string[] {
  const ids = plans.map(plan => plan.id)
  const doubled = ids.filter((id, at) => ids.indexOf(id) !== at)
  const step = Number(stepOf(currency))
  return [
    ...new Set(doubled.map(id => `plans: two are called ${id}`)),
    ...(first === undefined || ids.includes(first) ? [] : [`default_plan: there is no plan ${first}`]),
    ...plans
      .filter(({ price }) => price % step !== 0)
      .map(({ id }) => `plans: the price of ${id} ends with 0, since ${currency} is charged in steps of ${step}`),
  ]
}

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

// A process has one setting; tests make many.
const read = new WeakMap<BillingSetting, PlanFile>()

/** The plans of this installation. */
export function plansOf(setting: BillingSetting): PlanFile {
  const known = read.get(setting) ?? readPlanFile(setting)
  read.set(setting, known)
  return known
}
