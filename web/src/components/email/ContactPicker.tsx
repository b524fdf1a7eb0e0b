import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Contact, listContacts } from '@notifly/contracts/contacts/audience'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { useCan } from '../session/use-session.ts'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import type { Option } from '../../ui/controls/options/option.ts'

export interface ContactPickerProps {
  /** The selected contact. */
  current: { uuid: string; name: string } | null
  onChoose: (uuid: string) => void
  /** Takes the whole line that it is in. */
  wide?: boolean
}

const SHOWN = 20

/** Selects the contact for whom a preview is rendered. Renders nothing for a reader who may not see contacts. */
export function ContactPicker({ current, onChoose, wide = false }: ContactPickerProps) {
  const { t } = useTranslation('templates')
  if (!useCan(ACTIVITY.audience, 'read')) return null
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
      <span aria-hidden className="shrink-0 text-12 text-muted">
        {t('preview.as')}
      </span>
      <ContactBox
        size="sm"
        className={wide ? 'min-w-0 flex-1' : 'w-44! max-sm:flex-1'}
        aria-label={t('preview.asWhom')}
        current={current}
        onChoose={onChoose}
      />
    </div>
  )
}

export interface ContactBoxProps extends ContactPickerProps {
  size?: 'sm'
  className?: string
  'aria-label'?: string
}

/** Finds a contact by a part of its name, address or any field. */
export function ContactBox({ current, onChoose, ...rest }: ContactBoxProps) {
  const { t } = useTranslation('templates')
  const [search, setSearch] = useState('')
  const contacts = useReadPage(listContacts, { query: { search, per_page: SHOWN, sort: 'name' } })
  return (
    <Combobox
      {...rest}
      options={contacts.data?.rows.map(optionOf)}
      value={current && { value: current.uuid, label: current.name }}
      onChange={option => option && onChoose(option.value)}
      onQuery={setSearch}
      loading={contacts.isFetching}
      placeholder={contacts.data ? t('preview.nobody') : ''}
      emptyText={t('preview.noContacts')}
    />
  )
}

function optionOf(contact: Contact): Option {
  const address = contact.email ?? contact.external_user_id ?? contact.uuid
  const name = nameOf(contact.merge_fields)
  return name === '' ? { value: contact.uuid, label: address } : { value: contact.uuid, label: name, help: address }
}

function nameOf(fields: Record<string, unknown>): string {
  const text = (field: string) => (typeof fields[field] === 'string' ? fields[field].trim() : '')
  return text('name') || text('full_name') || `${text('first_name')} ${text('last_name')}`.trim()
}
