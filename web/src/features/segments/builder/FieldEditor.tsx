import { useTranslation } from 'react-i18next'
import { NumberInput } from '../../../ui/controls/NumberInput.tsx'
import { Select } from '../../../ui/controls/options/Select.tsx'
import { useBuilder } from './builder.ts'
import { DayField } from './DayField.tsx'
import { type FieldDraft, type FieldOperator, operatorsOf } from './drafts.ts'
import { Slot } from './Slot.tsx'
import { TextValue } from './TextValue.tsx'

export interface EditorProps<Draft> {
  id: string
  draft: Draft
}

/** Comparison and value of a condition on a column or a merge field. */
export function FieldEditor({ id, draft }: EditorProps<FieldDraft>) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  return (
    <>
      <Slot id={id} place="op" label={t('builder.comparison')}>
        <Select
          value={draft.op}
          onChange={op => acts.write(id, { ...draft, op: op as FieldOperator })}
          options={operatorsOf(draft).map(op => ({ value: op, label: t(`op.${draft.type}.${op}`) }))}
        />
      </Slot>
      <Value id={id} draft={draft} />
    </>
  )
}

function Value({ id, draft }: EditorProps<FieldDraft>) {
  switch (draft.op) {
    case 'is_empty':
    case 'is_not_empty':
    case 'is_true':
    case 'is_false':
      return null
    case 'last_days':
      return <Days id={id} draft={draft} />
    case 'between':
      return draft.type === 'date' ? <DayRange id={id} draft={draft} /> : <AmountRange id={id} draft={draft} />
    default:
      return <OneValue id={id} draft={draft} />
  }
}

function OneValue({ id, draft }: EditorProps<FieldDraft>) {
  const { t } = useTranslation('segments')
  const { acts, fields } = useBuilder()
  const sample = fields?.find(field => field.name === draft.field)?.sample
  const example = sample ? t('builder.example', { sample }) : t('builder.value')
  return (
    <Slot id={id} place="value" label={t('builder.value')}>
      {draft.type === 'date' ? (
        <DayField label={t('builder.day')} value={draft.day} onChange={day => acts.write(id, { ...draft, day })} />
      ) : draft.type === 'number' ? (
        <NumberInput
          value={draft.amount}
          onChange={amount => acts.write(id, { ...draft, amount }, 'amount')}
          format={{ maximumFractionDigits: 15 }}
          placeholder={example}
        />
      ) : (
        <TextValue
          key={draft.field}
          field={draft.field}
          text={draft.text}
          onChange={text => acts.write(id, { ...draft, text }, 'text')}
          placeholder={example}
        />
      )}
    </Slot>
  )
}

function AmountRange({ id, draft }: EditorProps<FieldDraft>) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  const format = { maximumFractionDigits: 15 }
  return (
    <>
      <Slot id={id} place="from" label={t('builder.from')}>
        <NumberInput
          value={draft.fromAmount}
          onChange={fromAmount => acts.write(id, { ...draft, fromAmount }, 'from')}
          format={format}
          placeholder={t('builder.from')}
        />
      </Slot>
      <Slot id={id} place="to" label={t('builder.to')}>
        <NumberInput
          value={draft.toAmount}
          onChange={toAmount => acts.write(id, { ...draft, toAmount }, 'to')}
          format={format}
          placeholder={t('builder.to')}
        />
      </Slot>
    </>
  )
}

function DayRange({ id, draft }: EditorProps<FieldDraft>) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  return (
    <>
      <Slot id={id} place="from" label={t('builder.from')}>
        <DayField
          label={t('builder.from')}
          value={draft.fromDay}
          onChange={fromDay => acts.write(id, { ...draft, fromDay })}
        />
      </Slot>
      <Slot id={id} place="to" label={t('builder.to')}>
        <DayField label={t('builder.to')} value={draft.toDay} onChange={toDay => acts.write(id, { ...draft, toDay })} />
      </Slot>
    </>
  )
}

function Days({ id, draft }: EditorProps<FieldDraft>) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  return (
    <Slot id={id} place="days" label={t('builder.days')} narrow>
      <NumberInput
        value={draft.days}
        onChange={days => acts.write(id, { ...draft, days }, 'days')}
        allowOutOfRange
        suffix={t('builder.daysUnit', { count: draft.days ?? 0 })}
      />
    </Slot>
  )
}
