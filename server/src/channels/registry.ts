/** Every provider of every channel. A new one adds its file and its line here; nothing else knows its name. */
import type { ProviderHook } from './provider.ts'
import { smtpProvider } from './email/providers/smtp.ts'

export const EMAIL_PROVIDERS = {
  smtp: smtpProvider,
} as const

const PROVIDERS: Readonly<Record<string, Readonly<Record<string, { hook?: unknown }>>>> = { email: EMAIL_PROVIDERS }

/** How a provider's reports are read; undefined for one that is called by no hook, or that there is not. */
export function hookOf(channel: string, provider: string): ProviderHook<unknown> | undefined {
  return PROVIDERS[channel]?.[provider]?.hook as ProviderHook<unknown> | undefined
}
