import { cx } from '../cx.ts'
import { useUi, type AnchorProps } from '../UiProvider.tsx'

export type LinkTone = 'link' | 'door' | 'plain'

const tones: Record<LinkTone, string> = {
  link: 'font-medium text-accent-ink underline-offset-3 hover:underline',
  // A number or name that links to its details. It looks like text until it is hovered.
  door: 'text-inherit underline decoration-transparent underline-offset-3 hover:text-accent-ink hover:decoration-current',
  plain: '',
}

export type LinkProps = AnchorProps & { tone?: LinkTone }

/** A link inside the application, rendered by the router's link component. */
export function Link({ tone = 'link', className, ...rest }: LinkProps) {
  const { LinkComponent } = useUi()
  return <LinkComponent {...rest} className={cx(tones[tone], className)} />
}
