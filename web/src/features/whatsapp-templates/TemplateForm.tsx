import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { needsOf, variablesOf } from '@notifly/contracts/whatsapp-templates/components'
import type { WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { SessionRule } from '../../components/whatsapp/SessionRule.tsx'
import { usePicture } from '../../components/whatsapp/use-picture.ts'
import { WhatsAppPreview } from '../../components/whatsapp/WhatsAppPreview.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldError } from '../../ui/controls/Field.tsx'
import { WithAside } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { BasicFields } from './BasicFields.tsx'
import { BodyFields } from './BodyFields.tsx'
import { ButtonFields } from './ButtonFields.tsx'
import { componentsOf, type Draft } from './draft.ts'
import { HeaderFields, type SampleFiles } from './HeaderFields.tsx'
import { type TemplateWriting, useTemplate } from './use-template.ts'
import { WhatsAppStarters } from './WhatsAppStarters.tsx'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

export interface TemplateFormProps {
  /** The template that is written anew; without it, it is a new one. */
  existing?: WhatsappTemplate
  initial: Draft
  reopens: { reopens?: string }
  /** What a new one is born with: those of the template that it is a copy of. */
  tags?: readonly string[] | undefined
  /** Without an id it waits for approval. */
  onDone: (uuid: string | undefined) => void
  /** Above the form: the request that it answers, the rules of changes. */
  banner?: ReactNode
}

/** Writes a template part by part, beside what its reader will see. */
export function TemplateForm({ existing, initial, reopens, tags, onDone, banner }: TemplateFormProps) {
  const { t } = useTranslation('whatsapp')
  const approvalLabel = useApprovalLabel(ACTIVITY.templateWhatsapp)
  const form = useTemplate({ existing, initial, reopens, tags, onDone })
  const [files, setFiles] = useState<SampleFiles>({})
  const picture = usePicture(files.IMAGE)
  const { draft, faults } = form
  const sample = draft.format === 'NONE' ? undefined : files[draft.format]
  const element = useRef<HTMLFormElement>(null)
  const { refusals } = form
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [refusals])
  return (
    <form
      noValidate
      ref={element}
      onSubmit={event => {
        event.preventDefault()
        form.submit()
      }}
    >
      <LeaveGuard dirty={form.isDirty} />
      <WithAside
        aside={
          <div className="sticky top-16 flex flex-col gap-4">
            <Panel title={t('page.preview')} meta={t('page.previewHelp')}>
              <WhatsAppPreview
                components={componentsOf(draft)}
                values={{
                  header: draft.headerExample,
                  body: variablesOf(draft.body).map(variable => draft.examples[variable] ?? ''),
                  media: { url: picture, name: sample?.name },
                }}
              />
            </Panel>
            <SessionRule />
          </div>
        }
      >
        {banner}
        {existing === undefined && isUnwritten(draft) && (
          <WhatsAppStarters
            onChoose={({ name, ...example }) => {
              form.change({ ...example, name: draft.name || name })
              // What was pressed is gone.
              element.current?.querySelector('input')?.focus()
            }}
          />
        )}
        <BasicFields form={form} />
        <HeaderFields form={form} files={files} onFiles={setFiles} />
        <BodyFields form={form} />
        <ButtonFields form={form} />
        <OtherValues form={form} />
        <FormFailure error={form.failure} onRetry={form.submit} />
        <div className="flex flex-wrap items-center justify-end gap-3">
          {faults > 0 && <FieldError>{t('edit.invalid', { count: faults })}</FieldError>}
          {form.isUnchanged && <FieldError>{t('change.nothing')}</FieldError>}
          <Button type="submit" variant="primary" loading={form.isPending}>
            {approvalLabel(t('edit.submit'))}
          </Button>
        </div>
      </WithAside>
    </form>
  )
}

/** Name, language and category may be chosen already. */
function isUnwritten({ format, body, footer, buttons }: Draft): boolean {
  return format === 'NONE' && body === '' && footer === '' && buttons.length === 0
}

/** Campaigns bring values for the template as it was. */
function OtherValues({ form: { existing, draft } }: { form: TemplateWriting }) {
  const { t } = useTranslation('whatsapp')
  if (existing === undefined) return null
  const needs = [existing.components, componentsOf(draft)].map(parts => JSON.stringify(needsOf(parts)))
  return needs[0] === needs[1] ? null : <Alert tone="warning">{t('change.values')}</Alert>
}

/** In the place of the form while what it is filled with is read. */
export function TemplateSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <LoadingNote />
      <Skeleton height="12rem" />
      <Skeleton height="16rem" />
    </div>
  )
}
