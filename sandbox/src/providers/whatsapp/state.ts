import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { USUAL, whatsappDialsSchema, type WhatsappDials } from './dials.ts'
import { sampleTemplates } from './samples.ts'
import type { Template } from './template.ts'

// What the emulator remembers beyond a restart: dials, where reports go, and the templates of every business account.

/** Where an app has asked for reports to be sent: all of them, or those about one number, as its own webhook overrides the app's. */
export interface Webhook {
  /** Empty: of every number without a webhook of its own. */
  phone_number_id: string
  url: string
  verify_token: string
  app_secret: string
}

/** Whose templates there are before anybody has asked. */
export const FIRST_ACCOUNT = '200000000000001'

interface Kept {
  dials: WhatsappDials
  webhooks: Webhook[]
  /** By business account. */
  templates: Record<string, Template[]>
}

export class WhatsappState {
  readonly #path: string
  readonly #kept: Kept
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, kept: Kept) {
    this.#path = path
    this.#kept = kept
  }

  /** Opens what is kept in `directory`; an unreadable file counts as none. */
  static async open(directory: string): Promise<WhatsappState> {
    const path = join(directory, 'whatsapp.json')
    const text = await readFile(path, 'utf8').catch(() => '{}')
    return new WhatsappState(path, parse(text))
  }

  get dials(): Readonly<WhatsappDials> {
    return this.#kept.dials
  }

  get webhooks(): readonly Readonly<Webhook>[] {
    return this.#kept.webhooks
  }

  /** Who is told what happens to a number. */
  webhookOf(number: string): Readonly<Webhook> | undefined {
    const named = (name: string) => this.webhooks.find(({ phone_number_id: id }) => id === name)
    return named(number) ?? named('')
  }

  /** Accounts that were ever asked about. */
  get accounts(): readonly string[] {
    return Object.keys(this.#kept.templates)
  }

  /** The templates of an account, which has some to begin with. Change them, then `save`. */
  templatesOf(account: string): Template[] {
    return (this.#kept.templates[account] ??= sampleTemplates())
  }

  /** A template by name and language, of whatever account: numbers do not say whose they are. */
  template(name: string, language: string): Template | undefined {
    if (this.accounts.length === 0) this.templatesOf(FIRST_ACCOUNT)
    const all = Object.values(this.#kept.templates).flat()
    const found = all.filter(template => template.name === name && template.language === language)
    return found.find(({ status }) => status === 'APPROVED') ?? found[0]
  }

  turn(dials: WhatsappDials): Promise<void> {
    this.#kept.dials = dials
    return this.save()
  }

  async subscribe(webhook: Webhook): Promise<void> {
    await this.unsubscribe(webhook.phone_number_id)
    this.#kept.webhooks.push(webhook)
    return this.save()
  }

  unsubscribe(number: string): Promise<void> {
    this.#kept.webhooks = this.webhooks.filter(({ phone_number_id: id }) => id !== number)
    return this.save()
  }

  save(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const temporary = `${this.#path}.${randomUUID()}.tmp`
      await writeFile(temporary, JSON.stringify(this.#kept, null, 2), { mode: 0o600 })
      await rename(temporary, this.#path)
    })
    return this.#writing
  }
}

function parse(text: string): Kept {
  try {
    const kept = JSON.parse(text) as Partial<Kept>
    const dials = whatsappDialsSchema.safeParse(kept.dials).data ?? USUAL
    return { dials, webhooks: kept.webhooks ?? [], templates: kept.templates ?? {} }
  } catch {
    return { dials: USUAL, webhooks: [], templates: {} }
  }
}
