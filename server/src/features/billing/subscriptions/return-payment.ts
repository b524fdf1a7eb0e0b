/** Giving money back at the provider. */
import type { RemotePayment } from '../../../lib/payments/provider.ts'
import type { Billing } from '../context.ts'

/** Gives back what is left of a payment, once however often it is asked. What a bank refuses is the operator's to give back, who is told. */
export async function returnPayment({ provider, deps }: Billing, payment: RemotePayment): Promise<void> {
  await provider.refund(payment, payment.id)
  const { id, amount, currency, refunded } = await provider.readPayment(payment.id)
  if (refunded >= amount) return
  const left = { payment: id, amount: amount - refunded, currency }
  deps.log.error(left, 'a payment could not be given back: refund it at the payment provider')
}
