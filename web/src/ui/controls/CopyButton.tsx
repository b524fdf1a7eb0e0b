import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { IconButton } from './IconButton.tsx'
import { useUi } from '../UiProvider.tsx'

const shownForMs = 3000

export type CopyButtonProps = {
  text: string
  /** Instead of the word "Copy". */
  label?: string
  variant?: ButtonVariant
  size?: ButtonSize
  iconOnly?: boolean
}

/** Copies a text. Says Copied for three seconds, or that it could not be copied and what to do instead. */
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
  const usual = label ?? words.copy
  const said = { copied: words.copied, failed: words.copyFailed, unable: words.copyUnable }
  const say = outcome === null ? usual : said[outcome]
  const press = () => void copy()
  return (
    <>
      {iconOnly ? (
        <IconButton icon={icon} label={say} size="sm" variant="ghost" onClick={press} />
      ) : (
        <Button icon={icon} size={size} variant={variant} onClick={press}>
          {outcome === 'copied' ? words.copied : usual}
        </Button>
      )}
      <span
        role={isFailed ? 'alert' : 'status'}
        className={isFailed && !iconOnly ? 'ms-2 text-12 text-danger-ink' : 'sr-only'}
      >
        {outcome && say}
      </span>
    </>
  )
}

/** `failed`: the browser refused. `unable`: it has no way to copy at all. */
type Outcome = 'copied' | 'failed' | 'unable'

async function copyText(text: string): Promise<Outcome> {
  // Pages without https have no clipboard, and self-hosted ones often are such pages; the old way still works there.
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
  const place = document.createElement('textarea')
  place.value = text
  place.readOnly = true
  place.style.position = 'fixed'
  place.style.opacity = '0'
  // Inside the dialog, where there is one: outside of it nothing can be selected.
  ;(focused?.closest('[role="dialog"]') ?? document.body).append(place)
  place.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    place.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
