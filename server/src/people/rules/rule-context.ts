/** What the meaning of rules depends on besides contacts: fields and their slots, other segments, clock and time zone. */
import type { RuleGroup } from '@notifly/contracts/segments/rules'

/** A merge field whose values are stored in a column of contact_slot. */
export interface FieldSlot {
  type: string
  slot: number
}

export interface NamedSegment {
  name: string
  /** null: a static one. */
  rules: RuleGroup | null
}

export interface RuleContext {
  applicationId: string
  timezone: string
  now: Date
  slots: ReadonlyMap<string, FieldSlot>
  /** Fields into which another's values are being moved, with the name of that one. */
  incoming: ReadonlyMap<string, string>
  /** The segments that the rules name, those that these name, and so on for one level more than rules may have; without deleted ones. */
  segments: ReadonlyMap<string, NamedSegment>
  /** Runs whose deliveries contact_sent does not include yet. */
  unnotedRuns: readonly string[]
  /** Only these contacts are in question: the data of others need not be read. */
  contactIds?: readonly string[]
  /** All contacts are counted for whom the condition holds: PostgreSQL may join what it reads. */
  joins?: boolean
}
