/**
 * Rows of one file that are the same contact. A row is matched by uuid, else external_user_id, else e-mail; of several the last one wins.
 * Keys that point at different contacts reject the row.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { type BlamedKey, complaintOf } from './rows.ts'
import { KeyTable, NOBODY, NumberList } from '../../../lib/key-table.ts'
import type { ContactRow } from './parse-contact.ts'

export type Admission =
  { supersedes: number | undefined } | { conflict: Sentence; column: 'email' | 'external_user_id' | 'uuid' }

/** Of contacts of the file: the entry of each key in its table; NOBODY where the file does not say. */
interface Keys {
  uuid: number
  externalUserId: number
  email: number
}

/**
 * Knows the rows of one file. Memory grows with the number of contacts, by about 95 bytes each where they have an address and an
 * external id, outside of what the collector looks through. A contact is a number: that of its first row among the admitted ones.
 */
export class FileIdentities {
  private readonly byUuid = new KeyTable()
  private readonly byExternalUserId = new KeyTable()
  private readonly byEmail = new KeyTable()
  private readonly byPhone = new KeyTable()
  /** Line of the row that is used for each contact so far. */
  private readonly lines = new NumberList()
  private readonly uuids = new NumberList()
  private readonly externalUserIds = new NumberList()
  private readonly emails = new NumberList()

  /** Takes a row in; answers the line of the earlier row that it replaces, or why it cannot be. */
  admit(row: ContactRow): Admission {
    const { uuid, external_user_id: externalUserId, email_key: emailKey } = row
    const sameUuid = ownerOf(this.byUuid, uuid)
    const sameExternal = ownerOf(this.byExternalUserId, externalUserId)
    const sameEmail = ownerOf(this.byEmail, emailKey)
    const hasKey = uuid !== null || externalUserId !== null || emailKey !== null
    const samePhone = hasKey ? NOBODY : ownerOf(this.byPhone, row.phone_number)
    const same = [sameUuid, sameExternal, sameEmail, samePhone].find(each => each !== NOBODY)
    if (same === undefined) {
      this.add(row)
      return { supersedes: undefined }
    }
    if (sameExternal !== NOBODY && sameExternal !== same) {
      const line = this.lines.get(sameExternal)
      return { column: 'external_user_id', conflict: sentence('imports.problems.externalOnLine', { line }) }
    }
    if (sameEmail !== NOBODY && sameEmail !== same) {
      return { column: 'email', conflict: this.conflictWith(sameEmail, 'email') }
    }
    if (uuid !== null && isOther(this.byUuid, this.uuids.get(same), uuid)) {
      return { column: 'uuid', conflict: this.conflictWith(same, sameExternal === NOBODY ? 'email' : 'external') }
    }
    if (externalUserId !== null && isOther(this.byExternalUserId, this.externalUserIds.get(same), externalUserId)) {
      const key = sameUuid === NOBODY ? 'email' : 'uuid'
      return { column: key, conflict: this.conflictWith(same, key) }
    }
    return { supersedes: this.replace(same, row) }
  }

  get sizeBytes(): number {
    const { byUuid, byExternalUserId, byEmail, byPhone, lines, uuids, externalUserIds, emails } = this
    const parts = [byUuid, byExternalUserId, byEmail, byPhone, lines, uuids, externalUserIds, emails]
    return parts.reduce((sum, part) => sum + part.sizeBytes, 0)
  }

  private add(row: ContactRow): void {
    const contact = this.lines.length
    const { uuid, externalUserId, email } = this.keep(contact, row, {
      uuid: NOBODY,
      externalUserId: NOBODY,
      email: NOBODY,
    })
    this.lines.push(row.line)
    this.uuids.push(uuid)
    this.externalUserIds.push(externalUserId)
    this.emails.push(email)
    // Numbers are looked for among contacts without an address.
    if (row.email_key === null && row.phone_number !== null) this.byPhone.give(row.phone_number, contact)
  }

  /** The contact keeps keys that the new row leaves out, and gives up an address that the new row changes. */
  private replace(same: number, row: ContactRow): number {
    const supersedes = this.lines.get(same)
    const before = this.emails.get(same)
    if (row.email_key !== null && isOther(this.byEmail, before, row.email_key)) {
      this.byEmail.give(this.byEmail.textOf(before), NOBODY)
    }
    const uuid = this.uuids.get(same)
    const externalUserId = this.externalUserIds.get(same)
    const kept = this.keep(same, row, { uuid, externalUserId, email: before })
    this.lines.set(same, row.line)
    this.uuids.set(same, kept.uuid)
    this.externalUserIds.set(same, kept.externalUserId)
    this.emails.set(same, kept.email)
    return supersedes
  }

  /** Gives the keys of a row to a contact. */
  private keep(contact: number, row: ContactRow, before: Keys): Keys {
    const { uuid, external_user_id: externalUserId, email_key: emailKey } = row
    return {
      uuid: uuid === null ? before.uuid : this.byUuid.give(uuid, contact),
      externalUserId:
        externalUserId === null ? before.externalUserId : this.byExternalUserId.give(externalUserId, contact),
      email: emailKey === null ? before.email : this.byEmail.give(emailKey, contact),
    }
  }

  private conflictWith(contact: number, key: BlamedKey): Sentence {
    const entry = this.externalUserIds.get(contact)
    if (entry !== NOBODY) return complaintOf(key, this.byExternalUserId.textOf(entry))
    return sentence(`imports.problems.${key}OnLine`, { line: this.lines.get(contact) })
  }
}

function ownerOf(table: KeyTable, key: string | null): number {
  return key === null ? NOBODY : table.ownerOf(key)
}

/** Whether the contact has another key than this one. */
function isOther(table: KeyTable, entry: number, key: string): boolean {
  return entry !== NOBODY && table.textOf(entry) !== key
}
