import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import { type ApiKey, createApiKey, KEY_RATE, listApiKeys, updateApiKey } from '@notifly/contracts/api-keys/api-keys'
import { USABLE_KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callWithMeta } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { textIn } from '../../components/approvals/request-address.ts'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import type { Reopened } from '../../components/approvals/use-request.ts'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { NumberInput } from '../../ui/controls/NumberInput.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

const schema = bodyOf(createApiKey)
const WHOLE = { maximumFractionDigits: 0 }

export interface KeyDialogProps {
  /** The one to change; without it a new one is made. */
  apiKey?: ApiKey | undefined
  /** A rejected request that is corrected fills it in. */
  reopened: Reopened
  /** After it has closed, with a new key; not where that waits for an approver. */
  onCreated: (key: ApiKey) => void
  onClose: () => void
}

/** Names a key and says what it may do. */
export function KeyDialog({ apiKey, reopened: { request, reopens }, onCreated, onClose }: KeyDialogProps) {
  const { t } = useTranslation('keys')
  const approvalLabel = useApprovalLabel(ACTIVITY.keys)
  const clientId = apiKey?.client_id ?? textIn(request?.payload, 'client_id')
  const words = clientId ? 'edit' : 'create'
  const form = useApiForm(schema, { defaultValues: valuesOf(request?.payload ?? apiKey) })
  const save = form.submit(async body => {
    const asked = { ...body, ...reopens }
    const { data, makerChecker } = clientId
      ? await callWithMeta(updateApiKey, { body: { ...asked, client_id: clientId } })
      : await callWithMeta(createApiKey, { body: asked })
    await refresh(listApiKeys)
    onClose()
    if (!makerChecker && !clientId) onCreated(data)
  })
  return (
    <FormDialog
      form={form}
      banner={<ReopenBanner request={request} />}
      onClose={onClose}
      title={t(`${words}.title`, { name: apiKey?.name ?? request?.title })}
      onSubmit={save}
      action={approvalLabel(t(`${words}.action`))}
    >
      <Field label={t('create.name')} help={t('create.nameHelp')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
      </Field>
      <Field label={t('create.scopes')} error={form.errorOf('scopes')}>
        <Controller
          control={form.control}
          name="scopes"
          render={({ field: { value, onChange } }) => (
            <div role="group" aria-label={t('create.scopes')} className="flex flex-col gap-2.5">
              {USABLE_KEY_SCOPES.map(scope => (
                <Checkbox
                  key={scope}
                  checked={value.includes(scope)}
                  onChange={isOn =>
                    onChange(USABLE_KEY_SCOPES.filter(each => (each === scope ? isOn : value.includes(each))))
                  }
                  label={
                    <>
                      {t(`scopes.${scope.replace(':', '-')}`)}{' '}
                      <bdi dir="ltr" className="font-mono text-12 text-muted">
                        {scope}
                      </bdi>
                    </>
                  }
                />
              ))}
            </div>
          )}
        />
      </Field>
      <Field label={t('create.rate')} help={t('create.rateHelp')} error={form.errorOf('rate_limit')}>
        <Controller
          control={form.control}
          name="rate_limit"
          render={({ field: { value, onChange, onBlur } }) => (
            <NumberInput
              value={value ?? null}
              onChange={onChange}
              onBlur={onBlur}
              min={KEY_RATE.least}
              max={KEY_RATE.most}
              allowOutOfRange
              format={WHOLE}
              className="w-32"
            />
          )}
        />
      </Field>
    </FormDialog>
  )
}

function valuesOf(values: Partial<ApiKey> | Approval['payload'] = {}) {
  const { scopes: asked, rate_limit: rate } = values
  return {
    name: textIn(values, 'name'),
    scopes: USABLE_KEY_SCOPES.filter(scope => Array.isArray(asked) && asked.includes(scope)),
    rate_limit: typeof rate === 'number' ? rate : KEY_RATE.usual,
  }
}
