import { useTranslation } from 'react-i18next'
import type { Operator } from '../../../../components/comparisons/comparison-draft.ts'
import { ComparedValue } from '../../../../components/comparisons/ComparedValue.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import { useBuilder } from '../builder.ts'
import { type FieldDraft, operatorsOf } from '../drafts.ts'
import { Slot } from './Slot.tsx'
import { TextValue } from './TextValue.tsx'

export interface EditorProps<Draft> {
  id: string
  draft: Draft
}

/** Comparison and value of a condition on a contact's column or merge field. */
export function FieldEditor({ id, draft }: EditorProps<FieldDraft>) {
  const { t } = useTranslation('segments')
  const { acts, fields, today } = useBuilder()
  const sample = fields?.find(field => field.name === draft.field)?.sample
  const example = sample ? t('builder.example', { sample }) : t('builder.value')
  return (
    <>
      <Slot id={id} place="op" label={t('builder.comparison')}>
        <Select
          value={draft.op}
          onChange={op => acts.write(id, { ...draft, op: op as Operator })}
          options={operatorsOf(draft).map(op => ({ value: op, label: t(`op.${draft.type}.${op}`) }))}
        />
      </Slot>
      <ComparedValue
        draft={draft}
        onChange={(change, about) => acts.write(id, { ...draft, ...change }, about)}
        slot={(place, label, control, narrow) => (
          <Slot id={id} place={place} label={label} {...(narrow && { narrow })}>
            {control}
          </Slot>
        )}
        today={today}
        placeholder={example}
        text={
          <TextValue
            key={draft.field}
            field={draft.field}
            text={draft.text}
            onChange={text => acts.write(id, { ...draft, text }, 'text')}
            placeholder={example}
          />
        }
      />
    </>
  )
}
