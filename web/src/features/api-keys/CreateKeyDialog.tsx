import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import { type ApiKey, createApiKey, KEY_RATE, listApiKeys } from '@notifly/contracts/api-keys/api-keys'
import { USABLE_KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callFully } from '../../api/client.ts'
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
import { useAsk } from '../../components/approvals/use-ask.ts'

const schema = bodyOf(createApiKey)
const WHOLE = { maximumFractionDigits: 0 }

export interface CreateKeyDialogProps {
  /** A rejected request that is corrected fills it in. */
  reopened: Reopened
  /** After it has closed; not where the key waits for an approver. */
  onCreated: (key: ApiKey) => void
  onClose: () => void
}

/** Names a key and says what it may do. */
export function CreateKeyDialog({ reopened: { request, reopens }, onCreated, onClose }: CreateKeyDialogProps) {
  const { t } = useTranslation('keys')
  const ask = useAsk(ACTIVITY.keys)
  const form = useApiForm(schema, { defaultValues: valuesOf(request) })
  const save = form.submit(async body => {
    const { data, makerChecker } = await callFully(createApiKey, { body: { ...body, ...reopens } })
    await refresh(listApiKeys)
    onClose()
    if (!makerChecker) onCreated(data)
  })
  return (
    <FormDialog
      form={form}
      banner={<ReopenBanner request={request} />}
      onClose={onClose}
      title={t('create.title')}
      onSubmit={save}
      action={ask(t('create.action'))}
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

function valuesOf(request: Approval | undefined) {
  const { scopes: asked, rate_limit: rate } = request?.payload ?? {}
  return {
    name: textIn(request?.payload, 'name'),
    scopes: USABLE_KEY_SCOPES.filter(scope => Array.isArray(asked) && asked.includes(scope)),
    rate_limit: typeof rate === 'number' ? rate : KEY_RATE.usual,
  }
}
