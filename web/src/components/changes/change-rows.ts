/** Compares two states of an object, field by field. */

export type Values = Readonly<Record<string, unknown>>

export interface ChangeRow {
  /** Path of the field, separated by dots. */
  field: string
  /** Undefined if that state has no such field. */
  before: unknown
  after: unknown
  isSame: boolean
}

/** The most important fields first. Stored objects do not keep the order in which they were written. */
const FIRST = [
  'command',
  'title',
  'name',
  'campaignName',
  'segment_name',
  'email',
  'role',
  'status',
  'decision',
  'description',
  'audience',
  'exclude_names',
  'topic',
  'schedule',
  'template',
  'smsBody',
  'message_class',
  'campaignTitle',
  'campaignMsg',
  'campaignPageUrl',
  'campaignBannerImg',
  'campaignIcon',
  'subject',
  'emailSubject',
  'preheader',
  'from_name',
  'sender_email',
  'reply_to',
  'host',
  'port_no',
  'username',
  'password',
  'security',
  'file_name',
  'rows_total',
  'expected_users',
  'new',
  'updated',
  'duplicates',
  'rejected',
]

/** The fields of both states, most important first. Objects are split into their fields, lists are not. */
export function changeRows(before: Values | null, after: Values | null): ChangeRow[] {
  const one = flatten(before ?? {})
  const other = flatten(after ?? {})
  const fields = [...new Set([...other.keys(), ...one.keys()])].toSorted((left, right) => rankOf(left) - rankOf(right))
  return fields.map(field => {
    const [earlier, later] = [one.get(field), other.get(field)]
    return { field, before: earlier, after: later, isSame: isBlank(earlier) ? isBlank(later) : alike(earlier, later) }
  })
}

/** Whether two states are equal in every field. */
export function isSameState(before: Values | null, after: Values | null): boolean {
  return (before === null) === (after === null) && changeRows(before, after).every(row => row.isSame)
}

function rankOf(field: string): number {
  const rank = FIRST.indexOf(field.split('.').at(-1) ?? '')
  return rank === -1 ? FIRST.length : rank
}

/** Whether a value is empty in any of its forms. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function alike(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** Sorts the fields of objects inside lists, because their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}

function flatten(values: Values, prefix = ''): Map<string, unknown> {
  const fields = Object.entries(values).flatMap(([name, value]) => {
    const path = prefix + name
    return isObject(value) && Object.keys(value).length > 0 ? [...flatten(value, `${path}.`)] : [[path, value] as const]
  })
  return new Map(fields)
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
