/** Every payment provider by name: a new one adds its file and a line here. */
import type { PaymentAccount, PaymentProvider, PaymentProviderKind } from './provider.ts'
import { razorpay } from './razorpay.ts'

export const PAYMENT_PROVIDERS: Record<string, PaymentProviderKind> = { razorpay }

/** The provider that plans are sold with. Plain data, like all settings. */
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

/** Opens the provider with the operator's account. */
export function openProvider({ provider, account, isTrial }: PaymentSetting): PaymentProvider {
  return providerNamed(provider).open(account, isTrial)
}
