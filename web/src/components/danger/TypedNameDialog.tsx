import { says } from '@notifly/contracts/sentences/sentence'
import type { DeletionHindrance } from '@notifly/contracts/organizations/organizations'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { ApiError } from '../../api/api-error.ts'
import { say } from '../../locales/say.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useApiForm } from '../form/use-api-form.ts'

const CONFIRM_IDENTITY = 1006

export interface TypedNameDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The verb again. */
  action: string
  /** What has to be typed. */
  name: string
  /** What goes, and for how long it can be brought back. */
  children: ReactNode
  onConfirm: (name: string) => Promise<unknown>
}

/** Asks for the name of something big before it goes; campaigns that stand in the way are named. */
export function TypedNameDialog(props: TypedNameDialogProps) {
  const { open, onOpenChange, title, action, name, children, onConfirm } = props
  const { t } = useTranslation()
  const schema = useMemo(() => {
    return z.object({
      name: z.string().check(
        z.minLength(1, says('fields.required')),
        z.refine(typed => typed.trim() === name.trim(), says('members.typedName')),
      ),
    })
  }, [name])
  const form = useApiForm(schema, { defaultValues: { name: '' }, mode: 'onSubmit', reValidateMode: 'onChange' })
  const close = (next: boolean) => {
    form.reset()
    form.clearFailure()
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={title}
      onSubmit={form.submit(async values => {
        await onConfirm(values.name)
        close(false)
      })}
      footer={
        <>
          <Button onClick={() => close(false)}>{t('ui.cancel')}</Button>
          <Button variant="danger" type="submit" loading={form.formState.isSubmitting}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {form.failure && <Refusal error={form.failure} />}
        <div className="text-ink-2">{children}</div>
        <Field label={t('danger.typeName', { name })} error={form.errorOf('name')}>
          <TextInput {...form.register('name')} autoComplete="off" autoFocus />
        </Field>
      </div>
    </Dialog>
  )
}

function Refusal({ error }: { error: ApiError }) {
  const { t } = useTranslation()
  // Turning away from the question who it is needs no word.
  if (error.status === 403 || error.status === 401 || error.code === CONFIRM_IDENTITY) return null
  const { campaigns = [] } = (error.data ?? {}) as Partial<DeletionHindrance>
  return (
    <Alert tone="danger" live title={say(error)}>
      {campaigns.length > 0 && (
        <ul className="mt-1 list-disc ps-4">
          {campaigns.map(each => (
            <li key={each.uuid}>
              <bdi>{each.name}</bdi> ({t(`status.campaign.${each.status}`)}, <bdi>{each.application_name}</bdi>)
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
