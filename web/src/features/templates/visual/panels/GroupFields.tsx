import { useTranslation } from 'react-i18next'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import { SuggestInput } from '../../../../ui/controls/options/SuggestInput.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { type GroupNode, replace } from '../mjml/tree.ts'
import {
  asName,
  OPERATORS,
  type Operator,
  readCondition,
  readRepetition,
  writeCondition,
  writeRepetition,
} from '../model/conditions.ts'
import { useVisualShared } from '../visual-context.ts'

/** Whom the blocks of a group are shown to, or what they repeat for. */
export function GroupFields({ group }: { group: GroupNode }) {
  const { t } = useTranslation('visual')
  const { visual } = useVisualShared()
  const liquid = group.open.content ?? ''
  const set = (next: string) =>
    visual.edit(
      root =>
        replace(root, group.id, each =>
          each.kind === 'group' ? { ...each, open: { ...each.open, content: next } } : each,
        ),
      { about: `group.${group.id}` },
    )
  const repetition = readRepetition(liquid)
  const condition = readCondition(liquid)
  return (
    <div className="flex flex-col gap-4">
      {repetition && (
        <>
          <p className="text-ink-2">{t('group.repeatText')}</p>
          <NameField
            label={t('group.list')}
            value={repetition.list}
            onChange={list => set(writeRepetition({ ...repetition, list: list || 'items' }))}
          />
          <Field
            label={t('group.item')}
            help={t('group.itemHelp', { name: `{{ ${repetition.item}.name }}`, interpolation: { escapeValue: false } })}
          >
            <TextInput
              mono
              dir="ltr"
              maxLength={100}
              value={repetition.item}
              onChange={event =>
                set(
                  writeRepetition({
                    ...repetition,
                    item: asName(event.currentTarget.value).replaceAll('.', '') || 'item',
                  }),
                )
              }
            />
          </Field>
        </>
      )}
      {condition && (
        <>
          <p className="text-ink-2">{t('group.conditionText')}</p>
          <NameField
            label={t('group.field')}
            value={condition.field}
            onChange={field => set(writeCondition({ ...condition, field: field || 'first_name' }))}
          />
          <Field label={t('group.operator')}>
            <Select
              options={OPERATORS.map(operator => ({ value: operator, label: t(`group.operators.${operator}`) }))}
              value={condition.operator}
              onChange={operator => set(writeCondition({ ...condition, operator: operator as Operator }))}
            />
          </Field>
          {condition.operator !== 'present' && (
            <Field label={t('group.value')}>
              <TextInput
                maxLength={500}
                value={condition.value}
                onChange={event => set(writeCondition({ ...condition, value: event.currentTarget.value }))}
              />
            </Field>
          )}
        </>
      )}
      {!repetition && !condition && (
        <>
          <Alert tone="info">{t('group.own')}</Alert>
          <p dir="ltr" className="rounded-2 bg-sunken p-2 font-mono text-12 wrap-anywhere">
            {liquid.trim()}
          </p>
        </>
      )}
    </div>
  )
}

interface NameFieldProps {
  label: string
  value: string
  onChange: (name: string) => void
}

/** A merge field by its name. */
function NameField({ label, value, onChange }: NameFieldProps) {
  const { fields } = useVisualShared()
  const options = fields
    .filter(({ name }) => name.includes(value) || value === '')
    .slice(0, 20)
    .map(({ name, sample }) => ({ value: name, label: name, ...(sample !== null && { help: sample }) }))
  return (
    <Field label={label}>
      <SuggestInput
        value={value}
        maxLength={200}
        options={options}
        onQuery={() => {}}
        onChange={next => onChange(asName(next))}
        onPick={option => onChange(option.value)}
      />
    </Field>
  )
}
