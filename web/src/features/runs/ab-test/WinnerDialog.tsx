import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { variantLetter, type RunTest } from '@notifly/contracts/campaigns/ab-tests'
import { listRecipients, listRuns, readRun, type RunProgress } from '@notifly/contracts/runs/deliveries'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { RadioRows } from '../../../ui/controls/RadioRows.tsx'
import { leaderOf, rateOf, type TestVariant } from './test-figures.ts'

/** Ends the test by hand: the waiting recipients get the chosen variant at once. */
export function WinnerDialog({ run, test, onClose }: { run: RunProgress; test: RunTest; onClose: () => void }) {
  const { t } = useTranslation('ab-test')
  const { percent } = useDisplay()
  const [winner, setWinner] = useState(() => String((leaderOf(test) ?? test.variants[0])?.no ?? 1))
  const choose = useWrite(CAMPAIGN_CALLS[run.notification_type].chooseWinner, {
    refreshes: [readRun, listRuns, listRecipients],
    failure: 'form',
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose.mutate({ body: { uuid: run.uuid, run_uuid: run.run_uuid, variant: Number(winner) } })
  }
  const figures = (variant: TestVariant): string => {
    const rate = (metric: 'opened' | 'clicked') => {
      const share = rateOf(variant, metric)
      return share === undefined ? '–' : percent(share)
    }
    return t('choose.figures', { sent: variant.sent, opened: rate('opened'), clicked: rate('clicked') })
  }
  const left = test.rest.recipients
  return (
    <FormDialog
      form={{ failure: undefined, formState: { isSubmitting: choose.isPending } }}
      onClose={onClose}
      title={t('choose.title')}
      description={t('choose.text', { count: left })}
      onSubmit={submit}
      action={t('choose.confirm', { letter: variantLetter(Number(winner)) })}
    >
      <RadioRows
        aria-label={t('choose.title')}
        value={winner}
        onChange={setWinner}
        rows={test.variants.map(variant => ({
          value: String(variant.no),
          title: (
            <>
              {t('variant', { letter: variantLetter(variant.no) })} · <bdi>{variant.subject}</bdi>
            </>
          ),
          help: figures(variant),
        }))}
      />
      {choose.error && (
        <Alert tone="danger" live>
          {translateSentence(choose.error)}
        </Alert>
      )}
    </FormDialog>
  )
}
