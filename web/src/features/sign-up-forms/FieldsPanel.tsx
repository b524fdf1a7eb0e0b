import { listMergeFields } from '@notifly/contracts/contacts/audience'
import { FORM_FIELDS_MAX } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { listTopics } from '@notifly/contracts/topics/topics'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PartFailure } from '../../components/states/PartFailure.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field, FieldError } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { MultiSelect } from '../../ui/controls/options/MultiSelect.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { PanelProps } from './BasicsPanel.tsx'
import type { FieldValues, SignUpFormForm } from './form-values.ts'

/** Fields for which the product has texts; all others are merge fields. */
const OURS = ['email', 'first_name', 'last_name', 'phone_number']

/** The form's questions: fields, topics, and consent. */
export function FieldsPanel({ form, ours, onLook }: PanelProps) {
  const { t } = useTranslation('forms')
  const { register, errorOf } = form
  return (
    <Panel title={t('edit.asks')}>
      <div className="flex flex-col gap-4" onFocus={onLook}>
        <FieldList form={form} />
        <Topics form={form} />
        <Field label={t('edit.consent')} help={t('edit.consentHelp')} error={errorOf('consent_text')}>
          <Textarea {...register('consent_text')} maxLength={1000} rows={3} />
        </Field>
        <Field label={t('edit.button')} optional error={errorOf('button')}>
          <TextInput {...register('button')} placeholder={ours?.['button']} maxLength={40} />
        </Field>
      </div>
    </Panel>
  )
}

function FieldList({ form }: { form: SignUpFormForm }) {
  const { t } = useTranslation('forms')
  const { register, watch, setValue, errorOf } = form
  // The rows write it: registered so that a refusal finds its place.
  register('fields')
  const fields = watch('fields')
  const write = (next: FieldValues[]) => setValue('fields', next, { shouldDirty: true, shouldValidate: true })
  const at = (place: number, field: FieldValues) => write(fields.map((each, index) => (index === place ? field : each)))
  const swap = (place: number, other: number) =>
    write(fields.map((each, index) => fields[index === place ? other : index === other ? place : index] ?? each))
  const fault = errorOf('fields')
  return (
    <div role="group" aria-label={t('edit.fields')} className="flex flex-col gap-2">
      <p className="font-medium">{t('edit.fields')}</p>
      <ul className="flex flex-col divide-y divide-line rounded-2 border border-line">
        {fields.map((field, index) => (
          <FieldRow
            key={field.name}
            field={field}
            fault={errorOf(`fields.${index}.label`)}
            onChange={changed => at(index, changed)}
            onRemove={index === 0 ? undefined : () => write(fields.filter((_, place) => place !== index))}
            onUp={index > 1 ? () => swap(index, index - 1) : undefined}
            onDown={index > 0 && index < fields.length - 1 ? () => swap(index, index + 1) : undefined}
          />
        ))}
      </ul>
      {fault !== undefined && <FieldError>{fault}</FieldError>}
      {fields.length < FORM_FIELDS_MAX && (
        <AddField
          taken={fields.map(({ name }) => name)}
          onAdd={name => write([...fields, { name, label: '', is_required: false }])}
        />
      )}
    </div>
  )
}

interface FieldRowProps {
  field: FieldValues
  fault: string | undefined
  onChange: (field: FieldValues) => void
  onRemove: (() => void) | undefined
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

function FieldRow({ field, fault, onChange, onRemove, onUp, onDown }: FieldRowProps) {
  const { t } = useTranslation('forms')
  const nameOf = useFieldNames()
  const name = nameOf(field.name)
  const isEmail = field.name === 'email'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="w-32 min-w-0 truncate font-medium max-sm:-order-2 max-sm:w-[calc(100%-7rem)]" title={name}>
        <bdi>{name}</bdi>
      </span>
      <span className="min-w-40 flex-1">
        <TextInput
          size="sm"
          aria-label={t('edit.label', { field: name })}
          placeholder={t('edit.labelFirst')}
          value={field.label ?? ''}
          onChange={event => onChange({ ...field, label: event.target.value })}
          maxLength={60}
          aria-invalid={fault !== undefined || undefined}
        />
      </span>
      <Checkbox
        checked={isEmail || field.is_required === true}
        disabled={isEmail}
        onChange={isRequired => onChange({ ...field, is_required: isRequired })}
        label={t('edit.required')}
      />
      <span className="ms-auto flex w-24 justify-end max-sm:-order-1">
        {onUp && (
          <IconButton icon={ArrowUp} size="sm" variant="ghost" label={t('edit.up', { field: name })} onClick={onUp} />
        )}
        {onDown && (
          <IconButton
            icon={ArrowDown}
            size="sm"
            variant="ghost"
            label={t('edit.down', { field: name })}
            onClick={onDown}
          />
        )}
        {onRemove && (
          <IconButton icon={X} size="sm" variant="ghost" label={t('edit.remove', { field: name })} onClick={onRemove} />
        )}
      </span>
      {fault !== undefined && <FieldError>{fault}</FieldError>}
    </li>
  )
}

function AddField({ taken, onAdd }: { taken: readonly string[]; onAdd: (name: string) => void }) {
  const { t } = useTranslation('forms')
  const nameOf = useFieldNames()
  const { data, error, refetch } = useRead(listMergeFields, { query: {} })
  const own = data?.filter(({ built_in, change }) => !built_in && change === undefined).map(({ name }) => name) ?? []
  const free = [...new Set([...OURS, ...own])].filter(name => !taken.includes(name))
  if (error && !data) {
    return <PartFailure error={error} title={t('edit.fieldsFailed')} onRetry={() => void refetch()} />
  }
  if (free.length === 0) return null
  return (
    <Select
      className="w-56! self-start"
      aria-label={t('edit.addField')}
      placeholder={t('edit.addField')}
      value={null}
      onChange={onAdd}
      options={free.map(value => ({ value, label: nameOf(value) }))}
    />
  )
}

function useFieldNames(): (name: string) => string {
  const { t } = useTranslation('forms')
  return name => (OURS.includes(name) ? t(`fields.${name}`) : name)
}

/** Topics to choose from, if the application has some. */
function Topics({ form: { register, watch, setValue, errorOf } }: { form: SignUpFormForm }) {
  const { t } = useTranslation('forms')
  const { data, error, refetch } = useRead(listTopics, {})
  register('topic_uuids')
  const chosen = watch('topic_uuids') ?? []
  const options = data?.map(({ uuid, name }) => ({ value: uuid, label: name }))
  if (error && !data) {
    return <PartFailure error={error} title={t('edit.topicsFailed')} onRetry={() => void refetch()} />
  }
  if (options === undefined || options.length === 0) return null
  return (
    <Field label={t('edit.topics')} optional help={t('edit.topicsHelp')} error={errorOf('topic_uuids')}>
      <MultiSelect
        options={options}
        value={chosen.flatMap(uuid => options.find(({ value }) => value === uuid) ?? [])}
        onChange={next =>
          setValue(
            'topic_uuids',
            next.map(({ value }) => value),
            { shouldDirty: true },
          )
        }
        placeholder={t('edit.topicsFirst')}
      />
    </Field>
  )
}
