import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Contact, listContacts, listMergeFields, readContact } from '@notifly/contracts/contacts/audience'
import { CONTACT_VALUE_MAX, updateContact } from '@notifly/contracts/contacts/contacts'
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

export interface MergeFieldsDialogProps {
  contact: Contact
  /** A rejected request with the values that it asked for, and its id. */
  over?: Readonly<Record<string, unknown>>
  reopens?: { reopens?: string }
  /** Above the fields. */
  banner?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Values = Readonly<Record<string, string>>

function valuesOf({ merge_fields: fields }: Pick<Contact, 'merge_fields'>): Values {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
  ])
  return Object.fromEntries(texts.toSorted(([a = ''], [b = '']) => a.localeCompare(b))) as Values
}

/** Values of a contact's merge fields, and new ones. An emptied field goes. */
export function MergeFieldsDialog({ contact, over, reopens, banner, open, onOpenChange }: MergeFieldsDialogProps) {
  const { t } = useTranslation('contacts')
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const before = valuesOf(contact)
  const [typed, setTyped] = useState<Values>(() => valuesOf({ merge_fields: {}, ...over }))
  const save = useWrite(updateContact, {
    refreshes: [readContact, listContacts, listMergeFields],
    failure: 'form',
    onDone: () => close(),
  })
  function close() {
    setTyped({})
    save.reset()
    onOpenChange(false)
  }
  const values = { ...before, ...typed }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changed = Object.entries(typed).filter(([name, value]) => value !== (before[name] ?? ''))
    if (changed.length === 0) return close()
    const fields = Object.fromEntries(changed.map(([name, value]) => [name, value === '' ? null : value]))
    save.mutate({ params: { uuid: contact.uuid }, body: { merge_fields: fields, ...reopens } })
  }
  const errorOf = (name: string) => {
    const error = save.error?.errors.find(({ field }) => field === `merge_fields.${name}`)
    return error && translateSentence(error)
  }
  const isPlaced = (save.error?.errors.length ?? 0) > 0
  return (
    <FormDialog
      form={{ failure: undefined, formState: { isSubmitting: save.isPending } }}
      open={open}
      onClose={close}
      title={t('fields.title')}
      onSubmit={submit}
      action={approvalLabel(t('edit.save'))}
    >
      <div className="flex flex-col gap-3">
        {banner}
        {!isPlaced && <FormFailure error={save.error ?? undefined} />}
        {Object.entries(values).map(([name, value]) => (
          <Field key={name} label={<bdi className="font-mono text-12">{name}</bdi>} error={errorOf(name)}>
            <TextInput
              value={value}
              maxLength={CONTACT_VALUE_MAX}
              onChange={event => setTyped({ ...typed, [name]: event.target.value })}
            />
          </Field>
        ))}
        <NewField taken={values} onAdd={name => setTyped({ ...typed, [name]: '' })} />
      </div>
    </FormDialog>
  )
}

/** A name of the application's fields, or a new one. */
function NewField({ taken, onAdd }: { taken: Values; onAdd: (name: string) => void }) {
  const { t } = useTranslation('contacts')
  const listId = useId()
  const [name, setName] = useState('')
  const known = (useRead(listMergeFields, {}).data ?? []).filter(
    field => !field.built_in && field.change === undefined && !(field.name in taken),
  )
  const add = () => {
    const wanted = name.trim()
    if (wanted === '' || wanted in taken) return
    onAdd(wanted)
    setName('')
  }
  return (
    <Field label={t('fields.add')} help={t('fields.addHelp')}>
      <span className="flex gap-2">
        <TextInput
          className="flex-1"
          list={listId}
          value={name}
          maxLength={100}
          mono
          onChange={event => setName(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <datalist id={listId}>
          {known.map(field => (
            <option key={field.name} value={field.name} />
          ))}
        </datalist>
        <Button icon={Plus} onClick={add} disabled={name.trim() === ''}>
          {t('fields.addAction')}
        </Button>
      </span>
    </Field>
  )
}
