import type { Channel } from '@notifly/contracts/applications/applications'
import { OPEN_SPANS } from '@notifly/contracts/runs/panels'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { CountChip } from '../../../ui/controls/ChipButton.tsx'
import { useSpanWords } from '../panels/open-spans.ts'
import type { RecipientState } from '../run/run-address.ts'

const FILTERS = ['browser', 'system', 'device', 'mailbox', 'domain'] as const

export interface UsedChipsProps {
  state: RecipientState
  onClear: (cleared: Partial<RecipientState>) => void
}

/** What recipients read with and where their addresses are, as a figure's link named it: pressed until the reader removes it. */
export function UsedChips({ state, onClear }: UsedChipsProps) {
  const { t } = useTranslation('delivery')
  const { list } = useDisplay()
  const nameOf = (name: string) => t(`used.names.${name}`, { defaultValue: name })
  const namesOf = (filter: string) => (filter.startsWith('-') ? nameOf('other') : list(filter.split(',').map(nameOf)))
  return FILTERS.filter(filter => state[filter] !== '').map(filter => (
    <CountChip
      key={filter}
      label={t(`used.${filter}`, { names: namesOf(state[filter]) })}
      pressed
      onPress={() => onClear({ [filter]: '' })}
    />
  ))
}

interface OpenSpanChipProps {
  channel: Channel
  /** Its number; '' for none. */
  span: string
  onClear: () => void
}

/** How soon they opened it, as the figure's link named it. */
export function OpenSpanChip({ channel, span, onClear }: OpenSpanChipProps) {
  const { t } = useTranslation('delivery')
  const spanWords = useSpanWords()
  if (span === '') return null
  const title = t(`openTimes.title.${channel === 'whatsapp' ? 'read' : 'opened'}`)
  const words = spanWords(OPEN_SPANS[Number(span)] ?? null)
  return <CountChip label={t('used.open_span', { title, span: words })} pressed onPress={onClear} />
}
