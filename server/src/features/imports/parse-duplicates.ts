/**
 * Rows of one file that are the same contact. A row is matched by uuid, else external_user_id, else e-mail; of several the last one wins.
 * Keys that point at different contacts reject the row.
 */
import type { ContactRow } from './parse-contact.ts'

interface Identity {
  /** Line of the row that stands for the contact so far. */
  line: number
  uuid: string | null
  externalUserId: string | null
  emailKey: string | null
  phoneNumber: string | null
}

export type Admission =
  { supersedes: number | undefined } | { conflict: string; column: 'email' | 'external_user_id' | 'uuid' }

/** Knows the rows of one file. Memory grows with the number of contacts, by about 200 bytes each. */
export class FileIdentities {
  private readonly byUuid = new Map<string, Identity>()
  private readonly byExternalUserId = new Map<string, Identity>()
  private readonly byEmail = new Map<string, Identity>()
  private readonly byPhone = new Map<string, Identity>()

  /** Takes a row in; answers the line of the earlier row that it replaces, or why it cannot be. */
  admit(row: ContactRow): Admission {
    const { uuid, external_user_id: externalUserId, email_key: emailKey } = row
    const sameUuid = uuid === null ? undefined : this.byUuid.get(uuid)
    const sameExternal = externalUserId === null ? undefined : this.byExternalUserId.get(externalUserId)
    const sameEmail = emailKey === null ? undefined : this.byEmail.get(emailKey)
    const hasKey = uuid !== null || externalUserId !== null || emailKey !== null
    const samePhone = hasKey || row.phone_number === null ? undefined : this.byPhone.get(row.phone_number)
    const same = sameUuid ?? sameExternal ?? sameEmail ?? samePhone
    if (!same) {
      // Numbers are looked for among contacts without an address.
      const phoneNumber = emailKey === null ? row.phone_number : null
      this.remember({
        line: row.line,
        uuid: ownCopy(uuid),
        externalUserId: ownCopy(externalUserId),
        emailKey: ownCopy(emailKey),
        phoneNumber: ownCopy(phoneNumber),
      })
      return { supersedes: undefined }
    }
    if (sameExternal && sameExternal !== same) {
      return {
        column: 'external_user_id',
        conflict: `external_user_id belongs to the contact on line ${sameExternal.line}`,
      }
    }
    if (sameEmail && sameEmail !== same) return { column: 'email', conflict: `e-mail belongs to ${nameOf(sameEmail)}` }
    if (uuid !== null && same.uuid !== null && same.uuid !== uuid) {
      return { column: 'uuid', conflict: `${sameExternal ? 'external_user_id' : 'e-mail'} belongs to ${nameOf(same)}` }
    }
    if (externalUserId !== null && same.externalUserId !== null && same.externalUserId !== externalUserId) {
      const key = sameUuid ? 'uuid' : 'e-mail'
      return { column: sameUuid ? 'uuid' : 'email', conflict: `${key} belongs to ${nameOf(same)}` }
    }
    return { supersedes: this.replace(same, row) }
  }

  /** The contact keeps keys that the new row leaves out, and gives up an address that the new row changes. */
  private replace(same: Identity, row: ContactRow): number {
    const supersedes = same.line
    if (row.email_key !== null && same.emailKey !== null && same.emailKey !== row.email_key)
      this.byEmail.delete(same.emailKey)
    same.line = row.line
    same.uuid = ownCopy(row.uuid) ?? same.uuid
    same.externalUserId = ownCopy(row.external_user_id) ?? same.externalUserId
    same.emailKey = ownCopy(row.email_key) ?? same.emailKey
    this.remember(same)
    return supersedes
  }

  private remember(identity: Identity): void {
    if (identity.uuid !== null) this.byUuid.set(identity.uuid, identity)
    if (identity.externalUserId !== null) this.byExternalUserId.set(identity.externalUserId, identity)
    if (identity.emailKey !== null) this.byEmail.set(identity.emailKey, identity)
    if (identity.emailKey === null && identity.phoneNumber !== null) this.byPhone.set(identity.phoneNumber, identity)
  }
}

/** A piece cut out of a text keeps all of the text in memory: a few keys would hold the whole file. */
function ownCopy(text: string | null): string | null {
  return text === null ? null : Buffer.from(text).toString()
}

function nameOf(identity: Identity): string {
  return identity.externalUserId ?? `the contact on line ${identity.line}`
}
