import { z } from 'zod'
import { KeptFile } from '../../kept-file.ts'
import { CALM, webhookDialsSchema, type WebhookDials } from './dials.ts'

/** Those of several webhooks, and old ones beside new ones. */
const SECRETS_MAX = 20

export const secretSchema = z
  .string()
  .trim()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'Paste the whole secret. It begins with whsec_.')

const fileSchema = z.object({
  dials: webhookDialsSchema.catch({ ...CALM }).default({ ...CALM }),
  /** The newest last. */
  secrets: z.array(secretSchema).max(SECRETS_MAX).catch([]).default([]),
})

/** What the emulated endpoint remembers beyond a restart: its dials, and the secrets that it checks signatures with. */
export class WebhookState extends KeptFile<typeof fileSchema> {
  /** Opens what is kept in `directory`; an unreadable file counts as none. */
  constructor(directory: string) {
    super(directory, 'webhooks.json', fileSchema)
  }

  get dials(): Readonly<WebhookDials> {
    return this.content.dials
  }

  get secrets(): readonly string[] {
    return this.content.secrets
  }

  turn(dials: WebhookDials): Promise<void> {
    this.content.dials = dials
    return this.save()
  }

  addSecret(secret: string): Promise<void> {
    this.content.secrets = [...this.secrets.filter(each => each !== secret), secret].slice(-SECRETS_MAX)
    return this.save()
  }

  /** The one that `shortSecret` shows so. */
  removeSecret(shown: string): Promise<void> {
    this.content.secrets = this.secrets.filter(each => shortSecret(each) !== shown)
    return this.save()
  }
}

const SHOWN_LETTERS = 12

/** Enough to tell secrets apart. */
export function shortSecret(secret: string): string {
  return `${secret.slice(0, SHOWN_LETTERS)}…`
}
