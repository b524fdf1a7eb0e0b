import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { ICON_EXTENSIONS } from '@notifly/contracts/assets/assets'
import { SAFARI_ICON_SIZES } from '@notifly/contracts/web-push/safari'
import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '../../../components/approvals/request-address.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx'
import { refusal } from '../../../components/form/use-api-form.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { type Icons, iconsOf } from './icon-sizes.ts'
import { type SafariGiven, useSafariForm } from './use-safari-form.ts'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

export interface SafariFormProps extends SafariGiven {
  /** Leaves the form as it was. */
  onClose: () => void
  /** Removes what is saved; undefined where there is nothing, or no right to. */
  onRemove: (() => void) | undefined
}

/** Certificate, names and picture. What is kept need not be given again. Cancel removes what is saved. */
export function SafariForm({ onClose, onRemove, ...given }: SafariFormProps) {
  const { t } = useTranslation(['safari', 'common'])
  const approvalLabel = useApprovalLabel(ACTIVITY.platformWebpush)
  const { form, save } = useSafariForm(given)
  const { saved, asked } = given
  const { isSubmitting, isDirty } = form.formState
  const [certificate, intermediate, icon] = form.watch(['certificate', 'intermediate', 'icon'])
  const kept = textIn(asked, 'p12CertificateName') || (saved?.p12CertificateName ?? '')
  const picture = icon?.thumbnail ?? (textIn(asked, 'icon') || saved?.icon)
  const put = (name: 'certificate' | 'intermediate' | 'icon', value: File | Icons) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: true })
  const [isDrawing, setDrawing] = useState(false)
  const takeIcon = async (file: File) => {
    setDrawing(true)
    await iconsOf(file).then(
      icons => put('icon', icons),
      () => form.setError('icon', refusal({ key: 'errors.notPicture' })),
    )
    setDrawing(false)
  }
  return (
    <form noValidate onSubmit={save} aria-label={t('title')}>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <Panel title={t('title')}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={t('id.label')} help={t('id.help')} error={form.errorOf('webpush_id')}>
            <TextInput {...form.register('webpush_id')} maxLength={200} placeholder="web.com.example" dir="ltr" />
          </Field>
          <Field label={t('name.label')} help={t('name.help')} error={form.errorOf('website_name')}>
            <TextInput {...form.register('website_name')} maxLength={100} />
          </Field>
          <FileRow
            label={t('certificate.label')}
            help={certificate === null && kept !== '' ? t('certificate.kept') : t('certificate.help')}
            error={form.errorOf('certificate')}
            shown={certificate?.name ?? kept}
            accept=".p12,application/x-pkcs12"
            onFile={file => put('certificate', file)}
          />
          <Field
            label={t('password.label')}
            help={certificate === null && kept !== '' ? t('password.kept') : t('password.help')}
            error={form.errorOf('password')}
          >
            <PasswordInput {...form.register('password')} dir="ltr" autoComplete="new-password" maxLength={200} />
          </Field>
          <FileRow
            label={t('icon.label')}
            help={t('icon.help', { sizes: SAFARI_ICON_SIZES.length })}
            error={form.errorOf('icon')}
            shown={icon === null ? (picture ? t('icon.kept') : '') : t('icon.chosen')}
            accept={ICON_EXTENSIONS.map(extension => `.${extension}`).join()}
            prefix={picture && <img src={picture} alt="" className="size-5 shrink-0 rounded-1 object-contain" />}
            isBusy={isDrawing}
            onFile={file => void takeIcon(file)}
          />
          <FileRow
            label={t('intermediate.label')}
            isOptional
            help={t('intermediate.help')}
            error={form.errorOf('intermediate')}
            shown={intermediate?.name ?? ''}
            accept=".cer,.crt,.pem"
            onFile={file => put('intermediate', file)}
          />
        </div>
        <div className="mt-4 flex flex-col gap-3">
          <FormFailure error={form.failure} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" className="me-auto" onClick={onClose}>
              {t('common:ui.close')}
            </Button>
            <Button disabled={onRemove === undefined} onClick={onRemove}>
              {t('common:ui.cancel')}
            </Button>
            <Button type="submit" variant="primary" loading={isSubmitting || isDrawing}>
              {approvalLabel(t('save'))}
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  )
}

interface FileRowProps {
  label: string
  help?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  /** The name of the chosen file, or of the one that is kept. */
  shown: string
  /** Kinds that the browser's dialog offers. */
  accept: string
  /** Before the name, such as a small picture. */
  prefix?: ReactNode
  /** The last file is still being read. */
  isBusy?: boolean
  onFile: (file: File) => void
}

/** One file from the reader's machine; it goes nowhere before the form is saved. */
function FileRow({ label, help, error, isOptional = false, shown, accept, prefix, isBusy, onFile }: FileRowProps) {
  const { t } = useTranslation('safari')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Field
      label={label}
      help={help}
      error={error}
      optional={isOptional}
      end={
        <Button
          size="sm"
          icon={FileUp}
          loading={isBusy}
          aria-label={t('file.chooseOf', { label })}
          onClick={() => picker.current?.click()}
        >
          {t('file.choose')}
        </Button>
      }
    >
      <TextInput value={shown} readOnly placeholder={t('file.none')} dir="ltr" prefix={prefix} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('file.of', { label })}
        accept={accept}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          // The same file may be chosen again.
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </Field>
  )
}
