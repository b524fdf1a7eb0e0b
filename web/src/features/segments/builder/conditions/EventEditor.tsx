import { useTranslation } from 'react-i18next'
import { EventNameInput } from '../../../../components/comparisons/EventNameInput.tsx'
import { PropertyRows } from '../../../../components/comparisons/PropertyRows.tsx'
import { useBuilder } from '../builder.ts'
import type { EventDraft } from '../drafts.ts'
import type { EditorProps } from './FieldEditor.tsx'
import { Slot } from './Slot.tsx'
import { FrequencyFields, PeriodFields } from './timing.tsx'

/** A condition on an event: its name, how often and when it happened or did not, and its properties. */
export function EventEditor({ id, draft }: EditorProps<EventDraft>) {
  const { t } = useTranslation('segments')
  const { acts, today } = useBuilder()
  return (
    <>
      <Slot id={id} place="name" label={t('event.name')}>
        <EventNameInput value={draft.name} onChange={name => acts.write(id, { ...draft, name }, 'name')} />
      </Slot>
      <FrequencyFields id={id} draft={draft} label={t('event.times')} unit="timesUnit" />
      <PeriodFields id={id} draft={draft} />
      <PropertyRows
        name={draft.name}
        drafts={draft.properties}
        onChange={(properties, about) => acts.write(id, { ...draft, properties }, about && `properties ${about}`)}
        slot={(place, label, control, narrow) => (
          <Slot id={id} place={place} label={label} {...(narrow && { narrow })}>
            {control}
          </Slot>
        )}
        today={today}
      />
    </>
  )
}
