/**
 * Encryption of backups in the format of age (https://age-encryption.org/v1), so that backups can be opened without us by anyone
 * with the passphrase: `age -d -i key.age database.tar.zst.age | zstd -d | tar -x`. Each backup, and each archive, has a key pair
 * of its own. Its private half lies beside it, encrypted with the passphrase; what is written needs the public half alone.
 */
import type * as Age from 'age-encryption'
import { StartError } from '../../lib/start-error.ts'

// Loaded when first needed: most processes encrypt no backup.
const loadAge = (): Promise<typeof Age> => import('age-encryption')

/** The public half, `age1...`. */
export type Recipient = string
/** The private half, `AGE-SECRET-KEY-1...`. */
export type Identity = string

export interface SealingKey {
  recipient: Recipient
  /** The private half, encrypted with the passphrase: the content of `key.age`. */
  keyFile: Uint8Array
}

/** Log2 of the cost of a guess at the passphrase (scrypt): a second of processor time. */
const WORK_FACTOR = 18

export async function createSealingKey(passphrase: string, workFactor = WORK_FACTOR): Promise<SealingKey> {
  const { Encrypter, generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  return { recipient: await identityToRecipient(identity), keyFile: await encrypter.encrypt(`${identity}\n`) }
}

/** Rejects with StartError for another passphrase, and for a file that is damaged: the two cannot be told apart. */
export async function openSealingKey(keyFile: Uint8Array, passphrase: string): Promise<Identity> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return (await decrypter.decrypt(keyFile, 'text')).trim()
  } catch {
    throw new StartError(
      'NOTIFLY_BACKUP_PASSPHRASE does not open this backup: it was made with another one, or its file key.age is damaged.',
    )
  }
}

export async function seal(
  recipient: Recipient,
  plain: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(plain)
}

/** The stream errors at the first piece that is not as it was written. */
export async function unseal(
  identity: Identity,
  sealed: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return decrypter.decrypt(sealed)
}
