/** States of a subscription, as specified: what each is called, and what a person may do in it. */

export const SUBSCRIPTION_STATUS = {
  /** No payment method has been verified yet. */
  notStarted: 0,
  /** The provider has the payment, and has not said how it ended. */
  processing: 1,
  active: 2,
  /** A charge failed; the provider may still retry. */
  failed: 3,
  /** Active until the end of the period, then over. */
  cancelling: 4,
} as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUS)[keyof typeof SUBSCRIPTION_STATUS]

/** Groups of plans, as the API numbers them. */
export const PACKAGE = { monthly: 1, annual: 7 } as const
export type PackageId = (typeof PACKAGE)[keyof typeof PACKAGE]

export const FREQUENCIES = ['monthly', 'annually'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Kinds of invoices: 3 is an invoice, anything else a refund. */
export const INVOICE_STATUS = { bill: 3, refund: 5 } as const

/** A year costs as much as eleven months. */
export const ANNUAL_MONTHS = 11
