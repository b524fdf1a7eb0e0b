import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Contact, listContacts, readContact } from '@notifly/contracts/contacts/audience'
import { useMemo } from 'react'
import { useRead, useReadPage } from '../../api/queries.ts'
import { useCan } from '../session/use-session.ts'

export interface Sample {
  contact: { uuid: string; name: string } | null
  /** Its merge fields as text. */
  fields: Readonly<Record<string, string>>
}

/** Whose eyes a message is looked at with: the contact chosen, else the first by name, since visitors who only subscribed have nothing to fill in. */
export function useSample(contactUuid: string | undefined): Sample {
  const mayRead = useCan(ACTIVITY.audience, 'read')
  const isNamed = contactUuid !== undefined
  const named = useRead(readContact, { params: { uuid: contactUuid ?? '' } }, { enabled: mayRead && isNamed })
  const query = { search: '', per_page: 1, sort: 'name' } as const
  const first = useReadPage(listContacts, { query }, { enabled: mayRead && !isNamed })
  const contact = isNamed ? named.data : first.data?.rows[0]
  return useMemo(() => {
    if (contact === undefined) return { contact: null, fields: {} }
    const { email, phone_number: phone, external_user_id: id, uuid } = contact
    const own = { ...(email !== null && { email }), ...(phone !== null && { phone_number: phone }) }
    const fields = { ...own, ...textsOf(contact) }
    return { contact: { uuid, name: nameIn(fields) || email || phone || id || uuid }, fields }
  }, [contact])
}

function textsOf({ merge_fields }: Contact): Record<string, string> {
  const texts = Object.entries(merge_fields).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  )
  return Object.fromEntries(texts)
}

function nameIn(fields: Readonly<Record<string, string>>): string {
  return fields['name'] ?? [fields['first_name'], fields['last_name']].filter(Boolean).join(' ')
}

const FIELD = /\{\{-?\s*([\w.]+)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?-?\}\}/g

/** A text with its merge fields filled in; what asks for more than a value or its default is left as it was written. */
export function fillFields(source: string, fields: Readonly<Record<string, string>>): string {
  return source.replace(FIELD, (whole, name: string, double?: string, single?: string) => {
    const value = fields[name]
    return value !== undefined && value !== '' ? value : (double ?? single ?? whole)
  })
}
