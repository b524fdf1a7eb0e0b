import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listContacts } from '@notifly/contracts/contacts/audience'
import { addSuppression, listSuppressions, SUPPRESSION_CHANNELS } from '@notifly/contracts/suppressions/suppressions'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { GIVEN_REASONS } from './suppression-columns.tsx'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

const schema = bodyOf(addSuppression)

/** Puts one address on the list; that needs no approval. */
export function AddSuppressionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['consent', 'common'])
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const form = useApiForm(schema, { defaultValues: { channel: 'email', address: '', reason: 'manual', note: '' } })
  const isEmail = form.watch('channel') === 'email'
  const save = form.submit(async body => {
    const added = await call(addSuppression, { body })
    await Promise.all([refresh(listSuppressions), refresh(listContacts)])
    onClose()
    announce({ tone: 'success', message: t('add.done', { address: added.address }) })
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('add.title')}
      description={t('add.text')}
      onSubmit={save}
      action={approvalLabel(t('add.action'))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('suppressions.channel')} error={form.errorOf('channel')}>
          <Controller
            control={form.control}
            name="channel"
            render={({ field: { value, onChange } }) => (
              <Select
                value={value ?? 'email'}
                onChange={onChange}
                options={SUPPRESSION_CHANNELS.map(each => ({ value: each, label: t(`common:channel.${each}`) }))}
              />
            )}
          />
        </Field>
        <Field label={t('suppressions.reason')} error={form.errorOf('reason')}>
          <Controller
            control={form.control}
            name="reason"
            render={({ field: { value, onChange } }) => (
              <Select
                value={value ?? 'manual'}
                onChange={onChange}
                options={GIVEN_REASONS.map(each => ({ value: each, label: t(`reasons.${each}`) }))}
              />
            )}
          />
        </Field>
      </div>
      <Field label={t('suppressions.address')} error={form.errorOf('address')}>
        <TextInput
          {...form.register('address')}
          dir="ltr"
          inputMode={isEmail ? 'email' : 'text'}
          autoComplete="off"
          maxLength={254}
          autoFocus
        />
      </Field>
      <Field label={t('suppressions.note')} help={t('add.noteHelp')} optional error={form.errorOf('note')}>
        <Textarea {...form.register('note')} maxLength={500} rows={2} />
      </Field>
    </FormDialog>
  )
}
