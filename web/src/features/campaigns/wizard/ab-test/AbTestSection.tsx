import { AB_HOURS, AB_SHARE } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { NumberInput } from '../../../../ui/controls/NumberInput.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { RangeInput } from '../../../../ui/controls/RangeInput.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { EndsTooSoon } from './EndsTooSoon.tsx'
import { startTest, stopTest, type TestChoice } from './test-choice.ts'
import { useTestWords } from './use-test-words.ts'
import { VariantRows } from './VariantRows.tsx'

/** Tests variants on a part of the audience; the rest gets the winner. Off by default. */
export function AbTestSection() {
  const { t } = useTranslation('ab-test')
  const { values, change, content } = useWizard()
  const { ab_test: test, emailSubject, emailBody, template_uuid } = values
  const set = (patch: Partial<TestChoice>) => change({ ab_test: { ...test, ...patch } })
  const start = (choice: TestChoice) =>
    change({ ab_test: startTest(choice, { emailSubject, emailBody, template_uuid }, content.subject) })
  const turn = (isOn: boolean) => (isOn ? start(test) : change(stopTest(test, emailSubject)))
  return (
    <Section title={t('title')}>
      <Panel bare>
        <div className="px-4 py-3">
          <Switch checked={test.isOn} onChange={turn} label={t('switch')} help={t('help')} />
        </div>
        {test.isOn && (
          <>
            <div className="flex flex-col gap-4 border-t border-line p-4">
              <Field label={t('part.label')} help={t(`part.${test.part}Help`)}>
                <div>
                  <Segmented
                    aria-label={t('part.label')}
                    value={test.part}
                    onChange={part => start({ ...test, part })}
                    segments={[
                      { value: 'subject', label: t('part.subject') },
                      { value: 'content', label: t('part.content') },
                    ]}
                  />
                </div>
              </Field>
            </div>
            <VariantRows set={set} />
            <TestSettings set={set} />
            <Outcome />
          </>
        )}
      </Panel>
    </Section>
  )
}

function TestSettings({ set }: { set: (patch: Partial<TestChoice>) => void }) {
  const { values, errorAt } = useWizard()
  const { t } = useTranslation('ab-test')
  const { wholePercent } = useDisplay()
  const { share, metric, after_hours: hours } = values.ab_test
  return (
    <div className="grid gap-4 border-t border-line p-4 sm:grid-cols-2">
      <Field
        label={t('share.label')}
        help={t('share.help')}
        error={errorAt('ab_test.share', true)}
        className="sm:col-span-2"
      >
        <div className="flex items-center gap-3">
          <RangeInput
            aria-label={t('share.label')}
            min={AB_SHARE.least}
            max={AB_SHARE.most}
            value={share ?? AB_SHARE.least}
            valueText={wholePercent((share ?? AB_SHARE.least) / 100)}
            onChange={next => set({ share: next })}
          />
          <NumberInput
            value={share}
            onChange={next => set({ share: next })}
            min={AB_SHARE.least}
            max={AB_SHARE.most}
            allowOutOfRange
            suffix="%"
            align="end"
            className="w-20 shrink-0"
          />
        </div>
      </Field>
      <Field label={t('metric.label')} help={t(`metric.${metric}Help`)}>
        <div>
          <Segmented
            aria-label={t('metric.label')}
            value={metric}
            onChange={next => set({ metric: next })}
            segments={[
              { value: 'opened', label: t('metric.opened') },
              { value: 'clicked', label: t('metric.clicked') },
            ]}
          />
        </div>
      </Field>
      <Field label={t('hours.label')} help={t('hours.help')} error={errorAt('ab_test.after_hours', true)}>
        <NumberInput
          value={hours}
          onChange={next => set({ after_hours: next })}
          min={AB_HOURS.least}
          max={AB_HOURS.most}
          allowOutOfRange
          suffix={t('hours.unit', { count: hours ?? 0 })}
          className="w-36"
        />
      </Field>
    </div>
  )
}

/** Who gets which variant, as far as that is known, and what blocks the test. */
function Outcome() {
  const wizard = useWizard()
  const { t } = useTranslation('ab-test')
  const words = useTestWords()
  const { tooFew } = wizard.estimate
  const clocks = wizard.errorAt('ab_test', true)
  return (
    <div aria-live="polite" className="flex flex-col gap-3 border-t border-line bg-sunken px-4 py-3 text-ink-2">
      {words && (
        <p>
          {words.plan} {words.then} {words.split}
        </p>
      )}
      {tooFew && <Alert tone="warning">{translateSentence(tooFew)}</Alert>}
      {clocks && <Alert tone="warning">{clocks}</Alert>}
      <EndsTooSoon />
      {!words && <p className="text-muted">{t('incomplete')}</p>}
    </div>
  )
}
