import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { IconButton } from './IconButton.tsx'
import { useUi } from './UiProvider.tsx'

const shownForMs = 3000

export type CopyButtonProps = {
  text: string
  /** Instead of the word "Copy". */
  label?: string
  variant?: ButtonVariant
  size?: ButtonSize
  iconOnly?: boolean
}

/** Copies a text. Says Copied for three seconds, or that copying is blocked and what to do instead. */
export function CopyButton({ text, label, variant = 'plain', size = 'sm', iconOnly }: CopyButtonProps) {
  const { words } = useUi()
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), shownForMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // Refused by the browser: no permission, or a page without https.
      setOutcome('failed')
    }
  }
  const icon = outcome === 'copied' ? Check : outcome === 'failed' ? TriangleAlert : Copy
  const say = outcome === 'copied' ? words.copied : outcome === 'failed' ? words.copyFailed : (label ?? words.copy)
  const press = () => void copy()
  return (
    <>
      {iconOnly ? (
        <IconButton icon={icon} label={say} size="sm" variant="ghost" onClick={press} />
      ) : (
        <Button icon={icon} size={size} variant={variant} onClick={press}>
          {outcome === 'copied' ? words.copied : (label ?? words.copy)}
        </Button>
      )}
      <span role="status" className={outcome === 'failed' && !iconOnly ? 'ms-2 text-12 text-danger-ink' : 'sr-only'}>
        {outcome && say}
      </span>
    </>
  )
}
