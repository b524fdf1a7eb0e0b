import { z } from 'zod'
import { JsonFile } from '../../json-file.ts'
import { USUAL, whatsappDialsSchema, type WhatsappDials } from './dials.ts'
import { sampleTemplates } from './samples.ts'
import type { Template } from './template.ts'

// State of the emulator that survives a restart: dials, webhooks, and the templates of every business account.

/** A webhook of an app: for all numbers, or for one number, which overrides the app's. */
const webhookSchema = z.object({
  /** Empty: for every number without its own webhook. */
  phone_number_id: z.string(),
  url: z.string(),
  verify_token: z.string(),
  app_secret: z.string(),
})
export type Webhook = z.output<typeof webhookSchema>

/** The account that exists before the first call. */
export const FIRST_ACCOUNT = '200000000000001'

const fileSchema = z.object({
  dials: whatsappDialsSchema.catch({ ...USUAL }),
  webhooks: z.array(webhookSchema).default([]),
  /** Keyed by business account. */
  templates: z.record(z.string(), z.array(z.custom<Template>())).default({}),
})

export class WhatsappState extends JsonFile<typeof fileSchema> {
  /** Opens the state stored in `directory`; an unreadable file counts as empty. */
  constructor(directory: string) {
    super(directory, 'whatsapp.json', fileSchema)
  }

  get dials(): Readonly<WhatsappDials> {
    return this.content.dials
  }

  get webhooks(): readonly Readonly<Webhook>[] {
    return this.content.webhooks
  }

  /** The webhook for events of a number. */
  webhookOf(number: string): Readonly<Webhook> | undefined {
    const named = (name: string) => this.webhooks.find(({ phone_number_id: id }) => id === name)
    return named(number) ?? named('')
  }

  /** Accounts that have been requested. */
  get accounts(): readonly string[] {
    return Object.keys(this.content.templates)
  }

  /** The templates of an account; a new account gets samples. Change them, then call `save`. */
  templatesOf(account: string): Template[] {
    return (this.content.templates[account] ??= sampleTemplates())
  }

  /** The templates of all accounts. */
  get templates(): { account: string; template: Template }[] {
    return this.accounts.flatMap(account => this.templatesOf(account).map(template => ({ account, template })))
  }

  /** A template by name and language in any account, because a number's id does not reveal its account. */
  template(name: string, language: string): Template | undefined {
    if (this.accounts.length === 0) this.templatesOf(FIRST_ACCOUNT)
    const all = this.templates.map(({ template }) => template)
    const found = all.filter(template => template.name === name && template.language === language)
    return found.find(({ status }) => status === 'APPROVED') ?? found[0]
  }

  turn(dials: WhatsappDials): Promise<void> {
    this.content.dials = dials
    return this.save()
  }

  async subscribe(webhook: Webhook): Promise<void> {
    await this.unsubscribe(webhook.phone_number_id)
    this.content.webhooks.push(webhook)
    return this.save()
  }

  unsubscribe(number: string): Promise<void> {
    this.content.webhooks = this.webhooks.filter(({ phone_number_id: id }) => id !== number)
    return this.save()
  }
}
