import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { PreviewFrame } from '../email/PreviewFrame.tsx'
import { ChangeTable } from './ChangeTable.tsx'

export interface HtmlChangeProps {
  /** Null if there was none. */
  before: string | null
  after: string | null
  title: string
}

/** A mail before and after, rendered side by side, or as a diff of its source. */
export function HtmlChange({ before, after, title }: HtmlChangeProps) {
  const { t } = useTranslation('changes')
  const [view, setView] = useState<'look' | 'source'>('look')
  const sides = [
    { name: 'before', html: before },
    { name: 'after', html: after },
  ].filter(side => side.html !== null)
  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        <Segmented
          size="sm"
          aria-label={t('view')}
          value={view}
          onChange={setView}
          segments={[
            { value: 'look', label: t('look') },
            { value: 'source', label: t('source') },
          ]}
        />
      </div>
      {view === 'source' ? (
        <div className="font-mono text-12">
          <ChangeTable
            before={before === null ? null : { html: before }}
            after={after === null ? null : { html: after }}
          />
        </div>
      ) : (
        <div className={sides.length === 2 ? 'grid gap-3 sm:grid-cols-2' : undefined}>
          {sides.map(({ name, html }) => (
            <figure key={name} className="min-w-0 overflow-clip rounded-2 border border-line">
              {sides.length === 2 && (
                <figcaption className="border-b border-line bg-sunken px-3 py-1.5 text-12 font-medium text-muted">
                  {t(name)}
                </figcaption>
              )}
              <PreviewFrame html={html ?? ''} title={`${title}, ${t(name)}`} className="h-90 w-full" />
            </figure>
          ))}
        </div>
      )}
    </div>
  )
}
