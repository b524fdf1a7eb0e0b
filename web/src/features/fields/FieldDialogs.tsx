import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  type FieldUse,
  listContacts,
  listMergeFields,
  listSegments,
  type MergeField,
  readSegment,
} from '@notifly/contracts/contacts/audience'
import { deleteMergeField, mergeMergeFields, renameMergeField } from '@notifly/contracts/fields/merge-fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { useWrite } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

const NAME_MAX = 200
const REFRESHES = [listMergeFields, listContacts, listSegments, readSegment] as const

export interface FieldDialogProps {
  field: MergeField
  onClose: () => void
}

/** Gives a merge field another name, in all contacts and in the rules of segments. */
export function RenameFieldDialog({ field, onClose }: FieldDialogProps) {
  const { t } = useTranslation('fields')
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const [name, setName] = useState(field.name)
  const rename = useWrite(renameMergeField, { refreshes: REFRESHES, failure: 'form', onDone: onClose })
  const isReady = name.trim() !== '' && name.trim() !== field.name
  const fault = rename.error?.errors.find(each => each.field === 'new_name')
  return (
    <FormDialog
      form={{ failure: undefined, formState: { isSubmitting: rename.isPending } }}
      banner={rename.error && !fault && <Refusal error={rename.error} />}
      onClose={onClose}
      title={t('rename.title', { name: field.name })}
      onSubmit={() => isReady && rename.mutate({ body: { name: field.name, new_name: name.trim() } })}
      action={approvalLabel(t('rename.open'))}
    >
      <Field label={t('rename.name')} help={t('rename.help')} error={fault && translateSentence(fault)}>
        <TextInput
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          maxLength={NAME_MAX}
          mono
          autoFocus
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}

/** Moves the values of one field to another, where that is empty. */
export function MergeFieldDialog({ field, fields, onClose }: FieldDialogProps & { fields: readonly MergeField[] }) {
  const { t } = useTranslation('fields')
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const { number } = useDisplay()
  const [into, setInto] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const merge = useWrite(mergeMergeFields, { refreshes: REFRESHES, failure: 'form', onDone: onClose })
  const options = fields
    .filter(({ name, change }) => name !== field.name && change === undefined)
    .map(({ name, filled, sample }) => ({
      value: name,
      label: name,
      end: number(filled),
      ...(sample !== null && { help: sample }),
    }))
  return (
    <FormDialog
      form={{ failure: undefined, formState: { isSubmitting: merge.isPending } }}
      banner={merge.error && <Refusal error={merge.error} />}
      onClose={onClose}
      title={t('merge.title', { name: field.name })}
      action={approvalLabel(t('merge.submit'))}
      onSubmit={() => {
        setMissing(into === undefined)
        if (into !== undefined) merge.mutate({ body: { name: field.name, into } })
      }}
    >
      <Field
        label={t('merge.into')}
        help={t('merge.help', { name: field.name })}
        error={isMissing && t('merge.choose')}
      >
        <Combobox
          options={options}
          value={options.find(({ value }) => value === into) ?? null}
          onChange={option => setInto(option?.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** Asks before a field goes, with its values. */
export function DeleteFieldDialog({ field, onClose }: FieldDialogProps) {
  const { t } = useTranslation('fields')
  return (
    <ConfirmWrite
      endpoint={deleteMergeField}
      input={{ query: { name: field.name } }}
      refreshes={REFRESHES}
      onClose={onClose}
      title={t('delete.title', { name: field.name })}
      action={t('delete.open')}
      refusal={refusalText}
    >
      {t('delete.text', { count: field.filled })}
    </ConfirmWrite>
  )
}

function Refusal({ error }: { error: ApiError }) {
  return (
    <Alert tone="danger" live>
      {refusalText(error)}
    </Alert>
  )
}

/** What the server said, with the names of what prevents it. */
function refusalText(error: ApiError): string {
  const { segments = [], templates = [], campaigns = [], forms = [] } = (error.data ?? {}) as Partial<FieldUse>
  const names = [...segments, ...templates, ...campaigns, ...forms].map(({ name }) => name).join(', ')
  const words = translateSentence(error.errors[0] ?? error)
  return names === '' || words.includes(names) ? words : `${words} (${names})`
}
