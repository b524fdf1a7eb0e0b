import { createPrivateKey, generateKeyPair, randomUUID, type KeyObject } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { selfSigned } from './certificate.ts'

// What the emulated SES and SNS remember beyond a restart: who has subscribed to reports, and the key that signs them.

/** An address that wants the reports of mails that were sent with a key; without one of all. */
export interface Subscription {
  topic: string
  endpoint: string
  access_id: string | null
  /** What has to come back before anything is reported. */
  token: string
  confirmed: boolean
}

interface Kept {
  subscriptions: Subscription[]
  key: string
}

export interface SigningKey {
  key: KeyObject
  certificate: string
}

export class SesState {
  readonly #path: string
  readonly #kept: Kept
  #signing: Promise<SigningKey> | undefined
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, kept: Kept) {
    this.#path = path
    this.#kept = kept
  }

  /** Opens what is kept in `directory`; an unreadable file counts as none. */
  static async open(directory: string): Promise<SesState> {
    const path = join(directory, 'ses.json')
    return new SesState(path, parse(await readFile(path, 'utf8').catch(() => '{}')))
  }

  get subscriptions(): readonly Subscription[] {
    return this.#kept.subscriptions
  }

  async subscribe(endpoint: string, accessId: string | null): Promise<Subscription> {
    const name = `notifly-${randomUUID().slice(0, 8)}`
    const topic = `arn:aws:sns:us-east-2:000000000000:${name}`
    const subscription = { topic, endpoint, access_id: accessId, token: randomUUID(), confirmed: false }
    this.#kept.subscriptions.push(subscription)
    await this.#save()
    return subscription
  }

  /** False for a token that is none. */
  async confirm(topic: string, token: string): Promise<boolean> {
    const found = this.#kept.subscriptions.find(each => each.topic === topic && each.token === token)
    if (found === undefined) return false
    found.confirmed = true
    await this.#save()
    return true
  }

  async unsubscribe(topic: string): Promise<void> {
    this.#kept.subscriptions = this.#kept.subscriptions.filter(each => each.topic !== topic)
    await this.#save()
  }

  /** Made once, when somebody first asks: it takes a while. */
  signing(): Promise<SigningKey> {
    this.#signing ??= this.#openKey()
    return this.#signing
  }

  async #openKey(): Promise<SigningKey> {
    if (this.#kept.key === '') {
      const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      this.#kept.key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      await this.#save()
    }
    const key = createPrivateKey(this.#kept.key)
    return { key, certificate: selfSigned(key, 'sns.sandbox.localhost', 3650) }
  }

  #save(): Promise<void> {
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
    return { subscriptions: kept.subscriptions ?? [], key: kept.key ?? '' }
  } catch {
    return { subscriptions: [], key: '' }
  }
}
