import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'

/** Pretty-prints JSON; undefined if the text is not JSON. */
function prettyOf(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}

export interface LogBodyProps {
  title: string
  text: string
  /** Shown if there is no text. */
  none: string
}

/** A request or response body: pretty-printed if it is JSON, and raw. */
export function LogBody({ title, text, none }: LogBodyProps) {
  const { t } = useTranslation('logs')
  const [form, setForm] = useState<'pretty' | 'raw'>('pretty')
  const pretty = prettyOf(text)
  return (
    <section className="flex flex-col gap-2">
      <header className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {pretty !== undefined && (
          <Segmented
            size="sm"
            aria-label={title}
            value={form}
            onChange={setForm}
            segments={[
              { value: 'pretty', label: t('pretty') },
              { value: 'raw', label: t('raw') },
            ]}
          />
        )}
      </header>
      {text === '' ? (
        <p className="text-muted">{none}</p>
      ) : (
        <CodeBlock code={form === 'pretty' ? (pretty ?? text) : text} copy label={title} />
      )}
    </section>
  )
}
