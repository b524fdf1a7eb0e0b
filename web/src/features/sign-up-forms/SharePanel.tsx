import type { SignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatRow } from '../../ui/layout/StatRow.tsx'

const WAYS = ['link', 'frame', 'form'] as const

/** The form's results so far, and how to publish it: by its address, or as HTML for a site. */
export function SharePanel({ form }: { form: SignUpForm }) {
  const { t } = useTranslation('forms')
  const { number } = useDisplay()
  const [way, setWay] = useState<(typeof WAYS)[number]>('link')
  const code = way === 'link' ? form.link : form.snippets[way]
  return (
    <>
      <StatRow
        label={t('counts.title')}
        stats={(['submitted', 'pending', 'confirmed'] as const).map(id => ({
          id,
          label: t(`counts.${id}`),
          value: number(form[id]),
        }))}
      />
      <Panel
        title={t('share.title')}
        actions={
          <Segmented
            size="sm"
            aria-label={t('share.title')}
            value={way}
            onChange={setWay}
            segments={WAYS.map(value => ({ value, label: t(`share.${value}`) }))}
          />
        }
      >
        <div className="flex flex-col gap-2">
          <CodeBlock code={code} label={t(`share.${way}`)} copy />
          <p className="text-12 text-muted">
            {t(`share.${way}Help`)}{' '}
            {way === 'link' && (
              <Link href={form.link} target="_blank">
                {t('share.open')}
              </Link>
            )}
          </p>
        </div>
      </Panel>
    </>
  )
}

/** Why the confirmation email is not sent. */
export function MailFailure({ failure }: { failure: NonNullable<SignUpForm['mail_failure']> }) {
  const { t } = useTranslation('forms')
  return (
    <Alert tone="danger" title={t('mail.failed', { count: failure.count })}>
      {translateSentence(failure)}
    </Alert>
  )
}
