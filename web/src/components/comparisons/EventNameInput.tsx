import { EVENT_NAME_MAX } from '@notifly/contracts/events/event-name'
import { useTranslation } from 'react-i18next'
import { SuggestInput } from '../../ui/controls/options/SuggestInput.tsx'
import { useEventNames } from './use-event-choices.ts'

export interface EventNameInputProps {
  value: string
  onChange: (name: string) => void
}

/** The name of an event. Suggests received events with their frequency, but accepts any name. */
export function EventNameInput({ value, onChange }: EventNameInputProps) {
  const { t } = useTranslation('segments')
  const { options, search } = useEventNames()
  return (
    <SuggestInput
      value={value}
      onChange={onChange}
      options={options}
      onQuery={search}
      maxLength={EVENT_NAME_MAX}
      placeholder={t('event.choose')}
    />
  )
}
