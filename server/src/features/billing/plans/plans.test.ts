import fc from 'fast-check'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from './default-plans.ts'
import { priceText, shareOf, taxesOn, taxesWithin, withTaxes } from './money.ts'
import { checkPlans, readPlanFile } from './plan-file.ts'
import { plansOnSale } from './plans.ts'
import { presentPlans } from './present.ts'

test('the product’s own plans are a valid file, the cheapest first, a year at eleven months', () => {
  const plans = plansOnSale(checkPlans(DEFAULT_PLANS, 'default'))
  expect(plans.map(({ plan_id, price, package_id, is_default }) => [plan_id, price, package_id, is_default])).toEqual([
    ['starter-monthly', 2900, 1, false],
    ['professional-monthly', 9900, 1, true],
    ['business-monthly', 39_900, 1, false],
    ['starter-annual', 31_900, 7, false],
    ['professional-annual', 108_900, 7, true],
    ['business-annual', 438_900, 7, false],
  ])
})

const [starter, ...rest] = DEFAULT_PLANS.plans
const withPlan = (change: object) => ({ ...DEFAULT_PLANS, plans: [{ ...starter, ...change }, ...rest] })
test.each([
  ['a currency that is none', { ...DEFAULT_PLANS, currency: 'XYZ' }, 'currency: is no currency'],
  ['a fraction as a price', withPlan({ price: 29.5 }), 'plans.0.price'],
  ['a price of nothing', withPlan({ price: 0 }), 'plans.0.price'],
  ['two plans of one name', withPlan({ id: 'business' }), 'two are called business'],
  ['an unknown field', withPlan({ limit: {} }), 'plans.0'],
  ['a description without English', withPlan({ description: { es: 'Para pocos' } }), 'plans.0.description'],
  ['no plan', { ...DEFAULT_PLANS, plans: [] }, 'plans'],
  ['a default that is none', { ...DEFAULT_PLANS, default_plan: 'gold' }, 'there is no plan gold'],
  ['a rate as a number', { ...DEFAULT_PLANS, taxes: [{ name: 'GST', rate_percent: 18 }] }, 'taxes.0.rate_percent'],
  ['dinars that cannot be charged', { ...withPlan({ price: 2905 }), currency: 'KWD' }, 'ends with 0'],
  ['no object', null, 'the file'],
])('a plan file with %s is refused with its place', (_what, input, problem) => {
  expect(() => checkPlans(input, 'plans.json')).toThrow(problem)
})

test('plans are described in the reader’s language, in English where that is left out, in one text where there is one', () => {
  const described = (description: unknown, locale: string) =>
    presentPlans(checkPlans(withPlan({ description }), 'plans.json'), [], locale)[0]?.description
  const words = { en: 'For a few', es: 'Para pocos' }
  expect(['es', 'hi', 'en'].map(locale => described(words, locale))).toEqual(['Para pocos', 'For a few', 'For a few'])
  expect(described('For a few', 'es')).toBe('For a few')
  const ours = ['en', 'es', 'fr', 'hi'].map(locale =>
    presentPlans(checkPlans(DEFAULT_PLANS, 'default'), [], locale).map(plan => plan.description),
  )
  expect(new Set(ours.flat()).size).toBe(4 * 3)
})

test('a file that is not there, or no JSON, is said by the name of its setting', async () => {
  const plansFile = join(tmpdir(), `no-plans-${process.pid}.json`)
  expect(() => readPlanFile({ plansFile })).toThrow(/NOTIFLY_PLANS_FILE: .*ENOENT/)
  await writeFile(plansFile, '{')
  expect(() => readPlanFile({ plansFile })).toThrow(/NOTIFLY_PLANS_FILE: .*JSON/)
})

test('taxes are rounded half up, each by itself, in the steps of the currency', () => {
  const gst = [
    { name: 'CGST', rate_percent: '9' },
    { name: 'SGST', rate_percent: '9' },
  ]
  expect(taxesOn(2950, gst, 'INR').map(tax => tax.amount)).toEqual([266, 266])
  expect(withTaxes(2950, gst, 'INR')).toBe(3482)
  expect(taxesOn(1000, [{ name: 'VAT', rate_percent: '7.775' }], 'USD')[0]?.amount).toBe(78)
  expect(taxesOn(12_340, [{ name: 'VAT', rate_percent: '5' }], 'KWD')[0]?.amount).toBe(620)
  expect(taxesOn(105, [{ name: 'Tax', rate_percent: '10' }], 'JPY')[0]?.amount).toBe(11)
  expect([shareOf(7, 1n, 2n, 'USD'), shareOf(10, 1n, 3n, 'USD'), shareOf(0, 1n, 2n, 'USD')]).toEqual([4, 3, 0])
})

test('what is charged falls into price and taxes again, for any price and rates', () => {
  const rate = fc
    .tuple(fc.nat(30), fc.nat(9999))
    .map(([units, decimals]) => `${units}.${String(decimals).padStart(4, '0')}`)
  const taxes = fc.array(fc.record({ name: fc.constant('T'), rate_percent: rate }), { maxLength: 3 })
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 8_000_000_000 }), taxes, (price, lines) => {
      const amount = withTaxes(price, lines, 'USD')
      expect(taxesWithin(amount, price, lines, 'USD')).toEqual(taxesOn(price, lines, 'USD'))
      const backwards = taxesWithin(amount, 1, lines, 'USD').reduce((sum, tax) => sum + tax.amount, 0)
      expect(Math.abs(backwards - (amount - price))).toBeLessThanOrEqual(lines.length)
    }),
  )
})

test('prices read right in currencies of no, two and three places', () => {
  expect([priceText(2900, 'USD'), priceText(5, 'USD'), priceText(500, 'JPY'), priceText(12_340, 'KWD')]).toEqual([
    '$29.00',
    '$0.05',
    '¥500',
    expect.stringMatching(/^KWD\s12\.340$/),
  ])
})
