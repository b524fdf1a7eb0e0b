import { createPrivateKey, generateKeyPair, randomUUID, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { KeptFile } from '../../kept-file.ts'
import { selfSigned } from './certificate.ts'

// What the emulated SES and SNS remember beyond a restart: who has subscribed to reports, and the key that signs them.

/** An address that wants the reports of mails that were sent with a key; without one of all. */
const subscriptionSchema = z.object({
  topic: z.string(),
  endpoint: z.string(),
  access_id: z.string().nullable(),
  /** What has to come back before anything is reported. */
  token: z.string(),
  confirmed: z.boolean(),
})
export type Subscription = z.output<typeof subscriptionSchema>

const fileSchema = z.object({ subscriptions: z.array(subscriptionSchema).default([]), key: z.string().default('') })

export interface SigningKey {
  key: KeyObject
  certificate: string
}

export class SesState {
  readonly #file: KeptFile<z.output<typeof fileSchema>>
  #signing: Promise<SigningKey> | undefined

  private constructor(file: KeptFile<z.output<typeof fileSchema>>) {
    this.#file = file
  }

  /** Opens what is kept in `directory`; an unreadable file counts as none. */
  static async open(directory: string): Promise<SesState> {
    return new SesState(await KeptFile.open(directory, 'ses.json', fileSchema))
  }

  get subscriptions(): readonly Subscription[] {
    return this.#file.content.subscriptions
  }

  async subscribe(endpoint: string, accessId: string | null): Promise<Subscription> {
    const name = `notifly-${randomUUID().slice(0, 8)}`
    const topic = `arn:aws:sns:us-east-2:000000000000:${name}`
    const subscription = { topic, endpoint, access_id: accessId, token: randomUUID(), confirmed: false }
    this.#file.content.subscriptions.push(subscription)
    await this.#file.save()
    return subscription
  }

  /** False for a token that is none. */
  async confirm(topic: string, token: string): Promise<boolean> {
    const found = this.#file.content.subscriptions.find(each => each.topic === topic && each.token === token)
    if (found === undefined) return false
    found.confirmed = true
    await this.#file.save()
    return true
  }

  async unsubscribe(topic: string): Promise<void> {
    this.#file.content.subscriptions = this.#file.content.subscriptions.filter(each => each.topic !== topic)
    await this.#file.save()
  }

  /** Made once, when somebody first asks: it takes a while. */
  signing(): Promise<SigningKey> {
    this.#signing ??= this.#openKey()
    return this.#signing
  }

  async #openKey(): Promise<SigningKey> {
    if (this.#file.content.key === '') {
      const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      this.#file.content.key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      await this.#file.save()
    }
    const key = createPrivateKey(this.#file.content.key)
    return { key, certificate: selfSigned(key, 'sns.sandbox.localhost', 3650) }
  }
}
