import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { readRunLinks } from '@notifly/contracts/runs/panels'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { CountChip } from '../../../ui/controls/ChipButton.tsx'
import { panelOf } from '../panels/panel-of.ts'

const LETTERS_MAX = 40

/** The link filter that the reader arrived with, as a chip that removes it. Hidden without a filter. */
export function LinkChip({ run, link, onClear }: { run: RunProgress; link: string; onClear: () => void }) {
  const { t } = useTranslation('delivery')
  const { data } = useRead(readRunLinks, { params: panelOf(run).params }, { enabled: link !== '' })
  if (link === '') return null
  const url = data?.links.find(({ no }) => String(no) === link)?.url.replace(/^https?:\/\//, '') ?? link
  const shown = url.length > LETTERS_MAX ? `${url.slice(0, LETTERS_MAX)}…` : url
  return <CountChip label={t('links.filter', { link: shown })} pressed onPress={onClear} />
}
