import { PenLine, WandSparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'

export interface TextPartProps {
  /** The text part written by hand; without one it is generated from the HTML. */
  own: string | undefined
  onChange: (own: string | undefined) => void
  /** The text generated from the HTML; undefined if there is none to show. */
  generated: string | undefined
  /** The editor for a text written by hand. */
  children: ReactNode
}

/** The email for readers without HTML: generated from the HTML, or written by hand. A text written by hand is never lost. */
export function TextPart({ own, onChange, generated, children }: TextPartProps) {
  const { t } = useTranslation('templates')
  const [savedText, setSavedText] = useState<string>()
  if (own === undefined) {
    return (
      <>
        <Strip words={t('textPart.generated')}>
          <Button
            size="sm"
            icon={PenLine}
            disabled={savedText === undefined && generated === undefined}
            onClick={() => onChange(savedText ?? generated)}
          >
            {t(savedText === undefined ? 'textPart.write' : 'textPart.takeBack')}
          </Button>
        </Strip>
        <textarea
          readOnly
          dir="ltr"
          value={generated ?? ''}
          aria-label={t('parts.text')}
          className="min-h-0 flex-1 resize-none bg-sunken p-4 font-mono text-12 leading-[18px] text-ink-2 outline-offset-[-2px]"
        />
      </>
    )
  }
  return (
    <>
      <Strip words={t(own.trim() === '' ? 'textPart.blank' : 'textPart.own')}>
        <Button
          size="sm"
          icon={WandSparkles}
          onClick={() => {
            setSavedText(own)
            onChange(undefined)
          }}
        >
          {t('textPart.generate')}
        </Button>
      </Strip>
      <div className="min-h-0 flex-1">{children}</div>
    </>
  )
}

function Strip({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
      <p className="min-w-0 text-12 text-muted">{words}</p>
      {children}
    </div>
  )
}
