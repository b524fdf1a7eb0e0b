/** Every provider of every channel. A new one adds its file and its line here; nothing else knows its name. */
import { smtpProvider } from './email/providers/smtp.ts'

export const EMAIL_PROVIDERS = {
  smtp: smtpProvider,
} as const
