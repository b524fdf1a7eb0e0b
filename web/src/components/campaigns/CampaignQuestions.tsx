import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useDisplay } from '../display/use-display.ts'
import { useZone } from '../session/use-zone.ts'
import type { CampaignFacts } from './campaign-acts.ts'
import type { CampaignActs, Question } from './use-campaign-acts.ts'

/** Confirms actions that end something for good, and a resend with its audience. */
export function CampaignQuestions({ acts }: { acts: CampaignActs }) {
  const { question } = acts
  if (question === undefined) return null
  return question.kind === 'resend' ? (
    <ResendDialog acts={acts} campaign={question.campaign} />
  ) : (
    <RemovalDialog acts={acts} question={question} />
  )
}

function RemovalDialog({ acts, question }: { acts: CampaignActs; question: Question }) {
  const { t } = useTranslation('acts')
  const { kind, campaign } = question
  const name = campaign.name || t('unnamed')
  return (
    <ConfirmDialog
      onOpenChange={open => !open && acts.ask(undefined)}
      title={t(`${kind}.title`, { name })}
      action={t(`${kind}.action`)}
      onConfirm={acts.confirm}
      {...(kind !== 'delete' && { keep: t(`${kind}.keep`) })}
      loading={acts.isConfirming}
      error={acts.error && translateSentence(acts.error)}
    >
      {kind === 'delete' ? t('delete.text') : <EndingNote campaign={campaign} isRunAlone={kind === 'cancelRun'} />}
    </ConfirmDialog>
  )
}

/** What is kept, what was already sent, and what happens to upcoming runs. */
function EndingNote({ campaign, isRunAlone }: { campaign: CampaignFacts; isRunAlone: boolean }) {
  const { t } = useTranslation('acts')
  const { longDate } = useDisplay(useZone())
  const { run, repeats, nextRun } = campaign
  const isUnderWay = run !== null && ['pending', 'scheduled', 'executing', 'paused'].includes(run.status)
  const sentences = [
    isUnderWay && t('ends.waiting', { count: run.waiting }),
    isUnderWay && t('ends.sent', { count: run.sent }),
    !isUnderWay && !repeats && t('ends.unsent'),
    repeats && nextRun !== null && t(isRunAlone ? 'ends.nextStays' : 'ends.nextGoes', { when: longDate(nextRun) }),
    t('ends.final'),
  ]
  return <p>{sentences.filter(sentence => sentence !== false).join(' ')}</p>
}

function ResendDialog({ acts, campaign }: { acts: CampaignActs; campaign: CampaignFacts }) {
  const { t } = useTranslation('acts')
  const counted = useRead(CAMPAIGN_CALLS[campaign.channel].countNotOpened, { query: { uuid: campaign.uuid } })
  const { data } = counted
  const count = data?.count ?? 0
  return (
    <ConfirmDialog
      tone="primary"
      onOpenChange={open => !open && acts.ask(undefined)}
      title={t('resendQuestion.title', { name: campaign.name || t('unnamed') })}
      action={t('resendQuestion.action')}
      onConfirm={acts.confirm}
      disabled={data !== undefined && count === 0}
      loading={acts.isConfirming}
      error={acts.error && translateSentence(acts.error)}
    >
      {counted.isPending && <Skeleton width="16rem" />}
      {counted.error && (
        <Alert tone="warning" title={t('resendQuestion.uncounted')}>
          {translateSentence(counted.error)}
        </Alert>
      )}
      {data && (
        <p className="text-ink" role="status">
          {count === 0
            ? t('resendQuestion.nobody')
            : t(data.estimated ? 'resendQuestion.about' : 'resendQuestion.count', { count })}
        </p>
      )}
      <p className="mt-2">{t('resendQuestion.draft')}</p>
    </ConfirmDialog>
  )
}
