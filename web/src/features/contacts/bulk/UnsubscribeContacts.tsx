import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { unsubscribeContacts } from '@notifly/contracts/contacts/bulk'
import { text } from '@notifly/contracts/fields'
import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../../api/client.ts'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Textarea } from '../../../ui/controls/Textarea.tsx'
import type { BulkDialogProps } from './AddToSegment.tsx'
import { useBulkOutcome } from './chosen.ts'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

const schema = z.object({
  channels: z.array(z.enum(CHANNELS)).check(z.minLength(1, sentenceKey('contacts.chooseChannel'))),
  reason: text(500),
})

/** Takes contacts out of channels for good: until each is subscribed again on its own page. */
export function UnsubscribeContacts({ chosen, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const tell = useBulkOutcome()
  const form = useApiForm(schema, { defaultValues: { channels: ['email'] as Channel[], reason: '' } })
  const save = form.submit(async values => {
    const { data, makerChecker } = await callWithMeta(unsubscribeContacts, { body: { ...chosen.choice, ...values } })
    onClose()
    if (makerChecker) return
    onDone()
    await tell(data)
  })
  const channels = form.watch('channels')
  const toggle = (channel: Channel, isOn: boolean) =>
    form.setValue(
      'channels',
      CHANNELS.filter(each => (each === channel ? isOn : channels.includes(each))),
      { shouldValidate: true },
    )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('unsubscribe.title', { count: chosen.count })}
      description={t('unsubscribe.text')}
      onSubmit={save}
      action={approvalLabel(t('unsubscribe.button'))}
      danger
    >
      <Field label={t('unsubscribe.channels')} error={form.errorOf('channels')}>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5">
          {CHANNELS.map(channel => (
            <Checkbox
              key={channel}
              checked={channels.includes(channel)}
              onChange={isOn => toggle(channel, isOn)}
              label={t(`common:channel.${channel}`)}
            />
          ))}
        </div>
      </Field>
      <Field label={t('unsubscribe.reason')} help={t('unsubscribe.reasonHelp')} error={form.errorOf('reason')}>
        <Textarea {...form.register('reason')} maxLength={500} rows={2} />
      </Field>
    </FormDialog>
  )
}
