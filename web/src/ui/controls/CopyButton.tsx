import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { IconButton } from './IconButton.tsx'
import { useUi } from '../UiProvider.tsx'

const shownForMs = 3000

export type CopyButtonProps = {
  text: string
  /** Replaces the word "Copy". */
  label?: string
  variant?: ButtonVariant
  size?: ButtonSize
  iconOnly?: boolean
}

/**
 * Copies a text. For three seconds it confirms that the text was copied, or explains why not and what to do instead.
 */
export function CopyButton({ text, label, variant = 'plain', size = 'sm', iconOnly }: CopyButtonProps) {
  const { words } = useUi()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), shownForMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => setOutcome(await copyText(text))
  const isFailed = outcome === 'failed' || outcome === 'unable'
  const icon = outcome === 'copied' ? Check : isFailed ? TriangleAlert : Copy
  const defaultLabel = label ?? words.copy
  const messages = { copied: words.copied, failed: words.copyFailed, unable: words.copyUnable }
  const message = outcome === null ? defaultLabel : messages[outcome]
  const press = () => void copy()
  return (
    <>
      {iconOnly ? (
        <IconButton icon={icon} label={message} size="sm" variant="ghost" onClick={press} />
      ) : (
        <Button icon={icon} size={size} variant={variant} onClick={press}>
          {outcome === 'copied' ? words.copied : defaultLabel}
        </Button>
      )}
      <span
        role={isFailed ? 'alert' : 'status'}
        className={isFailed && !iconOnly ? 'ms-2 text-12 text-danger-ink' : 'sr-only'}
      >
        {outcome && message}
      </span>
    </>
  )
}

/** `failed`: the browser refused. `unable`: it has no way to copy. */
type Outcome = 'copied' | 'failed' | 'unable'

async function copyText(text: string): Promise<Outcome> {
  // Pages served without HTTPS, which self-hosted ones often are, have no clipboard API. The old command still works
  // there.
  if ((navigator.clipboard as Clipboard | undefined) === undefined) return copySelection(text) ? 'copied' : 'unable'
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement
  const textarea = document.createElement('textarea')
  textarea.value = text
  textarea.readOnly = true
  textarea.style.position = 'fixed'
  textarea.style.opacity = '0'
  // Inside the dialog, if one is open: outside of it nothing can be selected.
  ;(focused?.closest('[role="dialog"]') ?? document.body).append(textarea)
  textarea.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    textarea.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
