import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Contact, listContacts, readContact } from '@notifly/contracts/contacts/audience'
import { useMemo } from 'react'
import { useRead, useReadPage } from '../../api/queries.ts'
import { useCan } from '../session/use-session.ts'

export interface Sample {
  contact: { uuid: string; name: string } | null
  /** The contact's merge fields as text. */
  fields: Readonly<Record<string, string>>
}

/**
 * The contact for whom a message is previewed: the chosen one, otherwise the first by name, because web push
 * subscribers have no fields to fill in.
 */
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

/** Fills in the merge fields of a text. Expressions other than a field with an optional default are left unchanged. */
export function fillFields(source: string, fields: Readonly<Record<string, string>>): string {
  return source.replace(FIELD, (whole, name: string, double?: string, single?: string) => {
    const value = fields[name]
    return value !== undefined && value !== '' ? value : (double ?? single ?? whole)
  })
}
