import type { Line } from '@notifly/contracts/dashboards/parts'
import type { Panel } from '@notifly/contracts/dashboards/exports'
import { useTranslation } from 'react-i18next'
import { LinesPanel } from './LinesPanel.tsx'

const TONES = [1, 3, 2, 4, 5, 6] as const

export interface WireLinesProps {
  title: string
  definition: string
  lines: { data: readonly Line[]; is_loaded: boolean }
  /** Word of a line by its name. */
  wordOf: (name: string) => string
  panel: Panel
  meta?: string
}

/** Counts day by day, a line each. */
export function WireLines({ title, definition, lines, wordOf, panel, meta }: WireLinesProps) {
  const [first] = lines.data
  const { t } = useTranslation('dashboards')
  return (
    <LinesPanel
      title={title}
      definition={definition}
      kind="count"
      days={first?.points.map(({ date }) => date) ?? []}
      isLoaded={lines.is_loaded}
      panel={panel}
      {...(meta !== undefined && { meta })}
      lines={lines.data.map(({ name, points }, index) => ({
        id: name,
        label: name === 'other' ? t('others') : wordOf(name),
        tone: TONES[index] ?? 6,
        values: points.map(({ count }) => count),
      }))}
    />
  )
}
