import type { BehaviourCondition } from '@notifly/contracts/segments/rules'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '../../../ui/controls/NumberInput.tsx'
import { Select } from '../../../ui/controls/options/Select.tsx'
import { useBuilder } from './builder.ts'
import { CampaignPicker } from './CampaignPicker.tsx'
import { DayField } from './DayField.tsx'
import type { BehaviourDraft } from './drafts.ts'
import type { EditorProps } from './FieldEditor.tsx'
import { Slot } from './Slot.tsx'

const TIMES = ['at_least', 'at_most', 'exactly', 'never'] as const
const WHENS = ['last_days', 'between', 'ever'] as const

/** What somebody did or did not do: how often, with which campaign, and when. */
export function BehaviourEditor({ id, draft }: EditorProps<BehaviourDraft>) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  const write = (change: Partial<BehaviourDraft>, about?: string) => acts.write(id, { ...draft, ...change }, about)
  return (
    <>
      <Slot id={id} place="times.op" label={t('builder.often')}>
        <Select
          value={draft.times}
          onChange={times => write({ times: times as BehaviourCondition['times']['op'] })}
          options={TIMES.map(op => ({ value: op, label: t(`times.${op}`) }))}
        />
      </Slot>
      {draft.times !== 'never' && (
        <Slot id={id} place="times.n" label={t('builder.times')} narrow>
          <NumberInput
            value={draft.n}
            onChange={n => write({ n }, 'n')}
            allowOutOfRange
            suffix={t('builder.daysUnit', { count: draft.n ?? 0 })}
          />
        </Slot>
      )}
      <Slot id={id} place="campaign_uuid" label={t('builder.campaign')}>
        <CampaignPicker value={draft.campaign} onChange={campaign => write({ campaign })} />
      </Slot>
      <Slot id={id} place="when.op" label={t('builder.when')}>
        <Select
          value={draft.when}
          onChange={when => write({ when: when as BehaviourDraft['when'] })}
          options={WHENS.map(op => ({ value: op, label: t(`when.${op}`) }))}
        />
      </Slot>
      {draft.when === 'last_days' && (
        <Slot id={id} place="when.days" label={t('builder.days')} narrow>
          <NumberInput
            value={draft.days}
            onChange={days => write({ days }, 'days')}
            allowOutOfRange
            suffix={t('builder.daysUnit', { count: draft.days ?? 0 })}
          />
        </Slot>
      )}
      {draft.when === 'between' && (
        <>
          <Slot id={id} place="when.from" label={t('builder.from')}>
            <DayField label={t('builder.from')} value={draft.fromDay} onChange={fromDay => write({ fromDay })} />
          </Slot>
          <Slot id={id} place="when.to" label={t('builder.to')}>
            <DayField label={t('builder.to')} value={draft.toDay} onChange={toDay => write({ toDay })} />
          </Slot>
        </>
      )}
    </>
  )
}
