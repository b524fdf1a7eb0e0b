import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { SourcePane } from '../../../../components/email/lazy-source-pane.ts'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { LoadingNote, Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** Subject, preheader and HTML of a campaign without a template, in the editor that templates use. */
export function OwnContent() {
  const { values, change, problems, errorAt } = useWizard()
  const { t } = useTranslation('campaigns')
  const fields = useMergeFields()
  const handles = useRef({ subject: null, preheader: null, html: null, mjml: null, text: null })
  const content = { name: '', subject: values.emailSubject, preheader: values.preheader, html: values.emailBody }
  const subject = !values.emailSubject && errorAt('emailSubject')
  const body = !values.emailBody && errorAt('emailBody')
  return (
    <>
      <div className="flex h-128 flex-col overflow-clip rounded-3 border border-line bg-surface">
        <Suspense fallback={<LoadingSkeleton />}>
          <SourcePane
            content={content}
            fields={fields}
            problems={problems}
            handles={handles}
            onChange={({ subject, preheader, html }) =>
              change({
                ...(subject !== undefined && { emailSubject: subject }),
                ...(preheader !== undefined && { preheader }),
                ...(html !== undefined && { emailBody: html }),
              })
            }
          />
        </Suspense>
      </div>
      <div aria-live="polite" className="mt-1.5 empty:hidden">
        {subject && <FieldError>{`${t('what.subject')}: ${subject}`}</FieldError>}
        {body && <FieldError>{body}</FieldError>}
      </div>
    </>
  )
}

function LoadingSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-4">
      <LoadingNote />
      <Skeleton height="2rem" />
      <Skeleton height="2rem" />
      <Skeleton height="20rem" />
    </div>
  )
}
