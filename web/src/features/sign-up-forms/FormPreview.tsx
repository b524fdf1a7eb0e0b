import type { Data } from '../../api/client.ts'
import { previewSignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { useTranslation } from 'react-i18next'
import { PreviewFrame } from '../../components/email/PreviewFrame.tsx'
import { type LiveAnswer, useLiveAnswer } from '../../components/form/use-live-answer.ts'
import { PartFailure } from '../../components/states/PartFailure.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { SignUpFormForm } from './form-values.ts'

const VIEWS = ['page', 'mail', 'welcome'] as const
export type PreviewView = (typeof VIEWS)[number]

export type Preview = Data<typeof previewSignUpForm>

/** The preview of the edited form; the last one stays while another loads or fails. */
export function usePreview(form: SignUpFormForm): LiveAnswer<Preview> {
  const { name: _, is_on: __, redirect_url: ___, segment_uuid: ____, reopens: _____, ...body } = form.watch()
  return useLiveAnswer(previewSignUpForm, { body }, { stays: true })
}

interface FormPreviewProps {
  preview: LiveAnswer<Preview>
  hasMail: boolean
  view: PreviewView
  onView: (view: PreviewView) => void
}

/** The pages and the email that people will see, rendered by the server. */
export function FormPreview({ preview: { data, error, again }, hasMail, view, onView }: FormPreviewProps) {
  const { t } = useTranslation(['forms', 'preview'])
  const views = VIEWS.filter(value => value !== 'mail' || hasMail)
  const shown = views.includes(view) ? view : 'page'
  const html = shown === 'mail' ? data?.mail.html : data?.[shown]
  return (
    <Panel
      bare
      title={t('preview.title')}
      actions={
        <Segmented
          size="sm"
          aria-label={t('preview.title')}
          value={shown}
          onChange={onView}
          segments={views.map(value => ({ value, label: t(`preview.${value}`) }))}
        />
      }
    >
      {shown === 'mail' && data && (
        <p className="border-b border-line px-4 py-2 text-12 text-muted wrap-anywhere">
          {t('preview.subject')} <bdi className="font-medium text-ink">{data.mail.subject}</bdi>
        </p>
      )}
      <div className="h-[36rem] max-h-[calc(100dvh-12rem)] min-h-80">
        {html === undefined ? (
          <div className="p-4">
            {error ? (
              <PartFailure error={error} title={t('preview:failed')} onRetry={again} />
            ) : (
              <Skeleton height="20rem" />
            )}
          </div>
        ) : (
          <PreviewFrame html={html} title={t(`preview.${shown}`)} />
        )}
      </div>
    </Panel>
  )
}
