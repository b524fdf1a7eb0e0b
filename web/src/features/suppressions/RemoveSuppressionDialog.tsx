import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listContacts } from '@notifly/contracts/contacts/audience'
import { text } from '@notifly/contracts/fields'
import { listSuppressions, removeSuppression, type Suppression } from '@notifly/contracts/suppressions/suppressions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { textIn } from '../../components/approvals/request-address.ts'
import { useReopened } from '../../components/approvals/use-request.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { isReason } from './suppression-columns.tsx'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

const schema = z.object({ reason: text(500) })

export interface RemoveSuppressionDialogProps {
  suppression: Pick<Suppression, 'channel' | 'address' | 'reason'>
  /** What a rejected request said, and its id. */
  start?: string
  reopens?: { reopens?: string }
  /** Above the fields. */
  banner?: ReactNode
  onClose: () => void
}

/** Takes an address off the list, once it is said why; what that means depends on how it came there. */
export function RemoveSuppressionDialog({
  suppression,
  start = '',
  reopens,
  banner,
  onClose,
}: RemoveSuppressionDialogProps) {
  const { t } = useTranslation('consent')
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const { channel, address, reason } = suppression
  const form = useApiForm(schema, { defaultValues: { reason: start } })
  const remove = form.submit(async values => {
    const query = { channel, address, reason: values.reason, ...reopens }
    const { makerChecker } = await callWithMeta(removeSuppression, { query })
    await Promise.all([refresh(listSuppressions), refresh(listContacts)])
    onClose()
    if (!makerChecker) announce({ tone: 'success', message: t('remove.done', { address }) })
  })
  return (
    <FormDialog
      form={form}
      banner={banner}
      onClose={onClose}
      title={t('remove.title', { address })}
      onSubmit={remove}
      action={approvalLabel(t('remove.action'))}
      danger
    >
      <Alert tone={reason === 'manual' ? 'info' : 'warning'}>{t(`remove.because.${reason}`)}</Alert>
      <Field label={t('remove.reason')} help={t('remove.reasonHelp')} error={form.errorOf('reason')}>
        <Textarea {...form.register('reason')} maxLength={500} rows={2} autoFocus />
      </Field>
    </FormDialog>
  )
}

/** A rejected wish to take an address off the list, to be said again in other words; nothing unless the address asks for it. */
export function CorrectRemoval() {
  const { request, reopens, close } = useReopened(({ command }) => command === 'suppression.delete')
  if (request === undefined) return null
  const { payload, before } = request
  const why = textIn(before, 'reason')
  const suppression = {
    channel: textIn(payload, 'channel') as Suppression['channel'],
    address: textIn(payload, 'address'),
    reason: isReason(why) ? why : 'manual',
  } as const
  return (
    <RemoveSuppressionDialog
      suppression={suppression}
      start={textIn(payload, 'removal_reason')}
      reopens={reopens}
      banner={<ReopenBanner request={request} />}
      onClose={close}
    />
  )
}
