import { createPrivateKey, generateKeyPair, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { JsonFile } from '../../json-file.ts'

// State of the emulated SES and SNS that survives a restart: subscriptions to reports, and the key that signs them.

/** An endpoint that gets the reports of mails sent with a key; without a key, of all mails. */
const subscriptionSchema = z.object({
  topic: z.string(),
  endpoint: z.string(),
  access_id: z.string().nullable(),
  /** Must be sent back before anything is reported. */
  token: z.string(),
  confirmed: z.boolean(),
})
export type Subscription = z.output<typeof subscriptionSchema>

const fileSchema = z.object({ subscriptions: z.array(subscriptionSchema).default([]), key: z.string().default('') })

const DAY_MS = 86_400_000
const CERTIFICATE_DAYS = 3650

export interface SigningKey {
  key: KeyObject
  certificate: string
}

export class SesState extends JsonFile<typeof fileSchema> {
  #signing: Promise<SigningKey> | undefined

  /** Opens the state stored in `directory`; an unreadable file counts as empty. */
  constructor(directory: string) {
    super(directory, 'ses.json', fileSchema)
  }

  get subscriptions(): readonly Subscription[] {
    return this.content.subscriptions
  }

  async subscribe(endpoint: string, accessId: string | null): Promise<Subscription> {
    const name = `notifly-${randomUUID().slice(0, 8)}`
    const topic = `arn:aws:sns:us-east-2:000000000000:${name}`
    const subscription = { topic, endpoint, access_id: accessId, token: randomUUID(), confirmed: false }
    this.content.subscriptions.push(subscription)
    await this.save()
    return subscription
  }

  /** False if the token is wrong. */
  async confirm(topic: string, token: string): Promise<boolean> {
    const found = this.content.subscriptions.find(each => each.topic === topic && each.token === token)
    if (found === undefined) return false
    found.confirmed = true
    await this.save()
    return true
  }

  async unsubscribe(topic: string): Promise<void> {
    this.content.subscriptions = this.content.subscriptions.filter(each => each.topic !== topic)
    await this.save()
  }

  /** Created once, on the first request, because it takes a while. */
  signing(): Promise<SigningKey> {
    this.#signing ??= this.#openKey()
    return this.#signing
  }

  async #openKey(): Promise<SigningKey> {
    if (this.content.key === '') {
      const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      this.content.key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      await this.save()
    }
    return { key: createPrivateKey(this.content.key), certificate: await selfSigned(this.content.key) }
  }
}

/** A self-signed certificate of an RSA key, valid since yesterday; both as PEM. */
async function selfSigned(keyPem: string): Promise<string> {
  const { default: forge } = await import('node-forge')
  const key = forge.pki.privateKeyFromPem(keyPem)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = `00${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS)
  certificate.validity.notAfter = new Date(Date.now() + CERTIFICATE_DAYS * DAY_MS)
  const subject = [{ name: 'commonName', value: 'sns.sandbox.localhost' }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.sign(key, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}
