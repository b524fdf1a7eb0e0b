import { z } from 'zod'
import { JsonFile } from '../../json-file.ts'
import { NO_FAULTS, webhookDialsSchema, type WebhookDials } from './dials.ts'

/** Enough for several webhooks, and for old secrets beside new ones. */
const SECRETS_MAX = 20

export const secretSchema = z
  .string()
  .trim()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'Paste the whole secret. It begins with whsec_.')

const fileSchema = z.object({
  dials: webhookDialsSchema.catch({ ...NO_FAULTS }).default({ ...NO_FAULTS }),
  /** Newest last. */
  secrets: z.array(secretSchema).max(SECRETS_MAX).catch([]).default([]),
})

/** State of the emulated endpoint that survives a restart: its dials, and the secrets for checking signatures. */
export class WebhookState extends JsonFile<typeof fileSchema> {
  /** Opens the state stored in `directory`; an unreadable file counts as empty. */
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

  /** Removes the secret that `shortSecret` shows like this. */
  removeSecret(shown: string): Promise<void> {
    this.content.secrets = this.secrets.filter(each => shortSecret(each) !== shown)
    return this.save()
  }
}

const SHOWN_LETTERS = 12

/** Shortens a secret enough to recognize it. */
export function shortSecret(secret: string): string {
  return `${secret.slice(0, SHOWN_LETTERS)}…`
}
