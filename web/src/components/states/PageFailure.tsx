import { Unlink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ApiError, PAGE_CODES } from '../../api/api-error.ts'
import { setFlags } from '../../api/signals.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { CountdownBar } from '../../ui/feedback/CountdownBar.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { useGoTo } from '../navigation/use-pages.ts'

const REDIRECT_SECONDS = 10

/** An error that replaces the page: another person's object, another user's link, or an expired link. */
export function PageFailure({ error }: { error: ApiError }) {
  const code = error.code ?? 0
  if ((PAGE_CODES.deadLink as readonly number[]).includes(code)) return <DeadLink error={error} />
  return <Forbidden error={error} isDifferentUser={(PAGE_CODES.differentUser as readonly number[]).includes(code)} />
}

function Forbidden({ error, isDifferentUser }: { error: ApiError; isDifferentUser: boolean }) {
  const { t } = useTranslation()
  return (
    <StateCard
      kind="forbidden"
      framed
      heading="h1"
      title={isDifferentUser ? t('differentUser.title') : t('foreign.title')}
      details={`${t('failure.status')} ${error.status} · ${t('failure.code')} ${error.code ?? '–'}`}
      actions={
        <ButtonLink variant="primary" href={paths.applications()} onClick={() => setFlags({ pageError: undefined })}>
          {t('toApplications')}
        </ButtonLink>
      }
    >
      <p>{translateSentence(error)}</p>
      <p>{isDifferentUser ? t('differentUser.text') : t('foreign.text')}</p>
    </StateCard>
  )
}

function DeadLink({ error }: { error: ApiError }) {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const leave = () => {
    setFlags({ pageError: undefined })
    void goTo(paths.signIn())
  }
  return (
    <StateCard
      kind="error"
      icon={Unlink}
      framed
      heading="h1"
      title={translateSentence(error)}
      actions={
        <ButtonLink href={paths.signIn()} onClick={() => setFlags({ pageError: undefined })}>
          {t('deadLink.goNow')}
        </ButtonLink>
      }
    >
      <CountdownBar
        seconds={REDIRECT_SECONDS}
        onDone={leave}
        label={t('deadLink.label')}
        text={left => t('deadLink.countdown', { seconds: left })}
      />
    </StateCard>
  )
}
