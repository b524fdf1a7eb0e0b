/** Refunds at the provider. */
import type { RemotePayment } from '../../../lib/payments/provider.ts'
import type { Billing } from '../context.ts'

/** Refunds the rest of a payment; repeated calls refund it once. If a bank refuses, the log asks the operator to refund it by hand. */
export async function returnPayment({ provider, deps }: Billing, payment: RemotePayment): Promise<void> {
  await provider.refund(payment, payment.id)
  const { id, amount, currency, refunded } = await provider.readPayment(payment.id)
  if (refunded >= amount) return
  const left = { payment: id, amount: amount - refunded, currency }
  deps.log.error(left, 'a payment could not be given back: refund it at the payment provider')
}
