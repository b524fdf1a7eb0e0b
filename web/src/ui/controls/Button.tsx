import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonClass, type ButtonLook } from './button-style.ts'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import { Link } from '../layout/Link.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import type { AnchorProps } from '../UiProvider.tsx'

type Content = Omit<ButtonLook, 'square'> & { icon?: LucideIcon | undefined; iconEnd?: LucideIcon | undefined }

export type ButtonProps = ComponentProps<'button'> & Content & { loading?: boolean | undefined }

/**
 * A button whose label is a verb. While `loading` it keeps its place and focus but does nothing, so that a second click
 * sends nothing twice. The second click of a double click may arrive before `loading` is true, so it is ignored
 * whenever `loading` is set, even to false.
 */
export function Button({ variant, size, block, icon, iconEnd, loading, className, onClick, ...rest }: ButtonProps) {
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    const isDouble = loading !== undefined && event.detail > 1
    if (loading || isDouble) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={guard}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      className={cx(buttonClass({ variant, size, block }), className)}
    >
      <ButtonContent icon={icon} iconEnd={iconEnd} loading={loading}>
        {rest.children}
      </ButtonContent>
    </button>
  )
}

export type ButtonLinkProps = AnchorProps & Content

/** A link that looks like a button, for navigation that is the main action. */
export function ButtonLink({ variant, size, block, icon, iconEnd, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link tone="plain" {...rest} className={cx(buttonClass({ variant, size, block }), className)}>
      <ButtonContent icon={icon} iconEnd={iconEnd}>
        {children}
      </ButtonContent>
    </Link>
  )
}

type ButtonContentProps = {
  icon: LucideIcon | undefined
  iconEnd: LucideIcon | undefined
  loading?: boolean | undefined
  children: ReactNode
}

function ButtonContent({ icon, iconEnd, loading, children }: ButtonContentProps) {
  return (
    <>
      {loading ? <Spinner /> : icon && <Icon of={icon} size={14} className="-ms-0.5" />}
      {children}
      {iconEnd && <Icon of={iconEnd} size={14} className="-me-0.5" />}
    </>
  )
}
