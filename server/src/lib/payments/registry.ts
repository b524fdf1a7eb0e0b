/** Every payment provider by its name: a new one adds its file and its line here, nothing else knows it. */
import type { PaymentAccount, PaymentProvider, PaymentProviderKind } from './provider.ts'
import { razorpay } from './razorpay.ts'

export const PAYMENT_PROVIDERS: Record<string, PaymentProviderKind> = { razorpay }

/** Which one plans are sold by. Plain data, as all settings are. */
export interface PaymentSetting {
  /** Its name. */
  provider: string
  account: PaymentAccount
  /** Its stand-in is asked, where no money is paid. */
  isTrial: boolean
}

export function providerNamed(name: string): PaymentProviderKind {
  const kind = PAYMENT_PROVIDERS[name]
  if (kind === undefined) throw new Error(`there is no payment provider ${name}`)
  return kind
}

/** It, with the operator's account there. */
export function openProvider({ provider, account, isTrial }: PaymentSetting): PaymentProvider {
  return providerNamed(provider).open(account, isTrial)
}
