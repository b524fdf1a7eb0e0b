import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { CAMPAIGN_NAME_MAX } from '@notifly/contracts/campaigns/campaigns'
import { useSearch } from '@tanstack/react-router'
import { Check, Circle, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../../api/queries.ts'
import { useCampaignRights } from '../../../../components/campaigns/use-campaign-rights.ts'
import { TagsButton } from '../../../../components/tags/TagsButton.tsx'
import { ChannelIcon } from '../../../../components/channels/ChannelIcon.tsx'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { useZone } from '../../../../components/session/use-zone.ts'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { Steps } from '../../../../ui/layout/Steps.tsx'
import { isStepDone } from '../state/launch-errors.ts'
import { STEPS, type StepId } from '../state/steps.ts'
import { useWizard } from '../state/wizard-context.ts'

export interface WizardBarProps {
  /** Visited steps. In a new draft only these can get a tick. */
  seen: ReadonlySet<StepId>
  leaving: boolean
  onLeave: () => void
}

/** The wizard's top bar: leave, name, save state, steps, and the button that saves and closes. */
export function WizardBar({ seen, leaving, onLeave }: WizardBarProps) {
  const { t } = useTranslation('campaigns')
  const { channel, mode, step, goStep, launchErrors } = useWizard()
  const steps = STEPS.map(id => ({
    id,
    label: t(`wizard.steps.${id}`),
    done: seen.has(id) && id !== 'review' && isStepDone(id, launchErrors),
  }))
  return (
    <header className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-6 max-sm:px-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <div className="flex min-w-0 items-center gap-2 max-md:py-1.5">
        <IconButton
          icon={X}
          iconSize={14}
          label={mode === 'edit' ? t('wizard.leave') : t('wizard.saveAndClose')}
          onClick={onLeave}
        />
        <ChannelIcon channel={channel} />
        <NameInput />
        <SavedWords />
      </div>
      <nav
        aria-label={t('wizard.stepsLabel')}
        className="max-md:order-3 max-md:col-span-2 max-md:-mx-6 max-md:border-t max-md:border-line max-md:px-6 max-md:py-2 max-sm:-mx-3 max-sm:px-4"
      >
        <Steps steps={steps} current={step} onSelect={id => goStep(id as StepId)} />
      </nav>
      <div className="flex items-center justify-end gap-2">
        <CampaignTags />
        <Button loading={leaving} onClick={onLeave} className="max-sm:hidden">
          {mode === 'edit' ? t('wizard.leave') : t('wizard.saveAndClose')}
        </Button>
      </div>
    </header>
  )
}

/** Shown once the campaign is saved for the first time. */
function CampaignTags() {
  const { channel } = useWizard()
  const { draft, uuid = draft } = useSearch({ strict: false }) as { draft?: string; uuid?: string }
  const rightsOn = useCampaignRights()
  const query = { uuid: uuid ?? '' }
  const [campaign] = useRead(listAllCampaigns, { query }, { enabled: uuid !== undefined }).data ?? []
  if (campaign === undefined) return null
  return <TagsButton kind="campaign" thing={campaign} mayTag={rightsOn(channel).mayUpdate} />
}

function NameInput() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { campaignName } = wizard.values
  const fault = wizard.errorAt('campaignName', campaignName !== '')
  return (
    <span className="relative flex min-w-0 max-md:flex-col max-sm:flex-1">
      <h1 className="sr-only">{campaignName || t(`wizard.newOf.${wizard.channel}`)}</h1>
      <input
        id="campaign-name"
        value={campaignName}
        onChange={event => wizard.change({ campaignName: event.currentTarget.value })}
        aria-label={t('wizard.name')}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault && 'campaign-name-error'}
        placeholder={t('wizard.namePlaceholder')}
        maxLength={CAMPAIGN_NAME_MAX}
        size={Math.min(28, Math.max(16, campaignName.length + 1))}
        className={
          'field-sizing-content max-w-full min-w-24 rounded-2 border border-transparent bg-transparent px-1.5 py-1 text-14 font-semibold text-ellipsis ' +
          'outline-offset-0 hover:border-line-strong aria-invalid:border-danger max-sm:text-16'
        }
      />
      {fault && (
        <span
          id="campaign-name-error"
          role="alert"
          className={
            'absolute start-0 top-full z-(--z-menu) mt-1 rounded-2 border border-danger-line bg-danger-soft px-2 py-1 text-12 ' +
            'whitespace-nowrap text-danger-ink max-md:static max-md:mt-0 max-md:border-0 max-md:bg-transparent max-md:px-1.5 max-md:pt-0'
          }
        >
          {fault}
        </span>
      )}
    </span>
  )
}

function SavedWords() {
  const { t } = useTranslation('campaigns')
  const { timeOfDay, shortDay } = useDisplay(useZone())
  const { saveState: state, mode, isDirty } = useWizard()
  const face = (() => {
    if (mode === 'edit') return isDirty ? { icon: Circle, words: t('wizard.unsaved') } : undefined
    switch (state.name) {
      case 'clean':
        return undefined
      case 'waiting':
        return { icon: Circle, words: t('wizard.unsaved') }
      case 'saving':
        return { icon: undefined, words: t('wizard.saving') }
      case 'saved':
        return {
          icon: Check,
          words: t('wizard.saved', { time: isToday(state.on) ? timeOfDay(state.on) : shortDay(state.on) }),
        }
      case 'failed':
        return {
          icon: TriangleAlert,
          words: state.isRefused ? translateSentence(state.error) : t('wizard.saveFailed'),
        }
    }
  })()
  const isFailed = state.name === 'failed'
  return (
    <span
      role="status"
      className={cx(
        'tnum flex min-w-0 items-center gap-1 text-12 max-sm:shrink-0',
        isFailed ? 'text-danger-ink' : 'text-muted',
      )}
    >
      {face && (face.icon ? <Icon of={face.icon} size={12} /> : <Spinner size={12} />)}
      <span className="truncate max-sm:sr-only">{face?.words}</span>
    </span>
  )
}

function isToday(epochSeconds: number): boolean {
  return new Date(epochSeconds * 1000).toDateString() === new Date().toDateString()
}
