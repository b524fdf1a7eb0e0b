import { FileText } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { MailPicture } from '../visual/MailPicture.tsx'

/** What a card says of a design. */
export interface Shown {
  name: string
  text: string
  /** Fields that contacts do not have by themselves. */
  needs: readonly string[]
  /** Undefined of an empty mail. */
  mjml: () => string | undefined
}

interface DesignCardProps extends Shown {
  onChoose: () => void
}

/** The picture is the mail itself, at half of its size. */
export function DesignCard({ name, text, needs, mjml, onChoose }: DesignCardProps) {
  const { t } = useTranslation('gallery')
  const host = useRef<HTMLButtonElement>(null)
  const isNear = useNear(host)
  return (
    <button
      ref={host}
      type="button"
      onClick={onChoose}
      className="group flex size-full flex-col overflow-clip rounded-3 border border-line bg-surface text-start hover:border-line-strong"
    >
      <span
        aria-hidden
        className="relative block h-72 w-full max-sm:h-56 overflow-hidden border-b border-line bg-sunken"
      >
        {isNear && <Picture mjml={mjml} />}
      </span>
      <span className="flex flex-col gap-0.5 px-4 py-3">
        <span className="text-14 font-semibold group-hover:text-accent-ink">{name}</span>
        <span className="text-ink-2">{text}</span>
        {needs.length > 0 && (
          <span className="text-12 wrap-anywhere text-muted">{t('needs', { fields: needs.join(', ') })}</span>
        )}
      </span>
    </button>
  )
}

function Picture({ mjml }: Pick<DesignCardProps, 'mjml'>) {
  // Words and brand are known by then, and stay as long as the page is open.
  const [source] = useState(mjml)
  const shown = useMemo(() => source && withSamples(source), [source])
  if (shown === undefined) {
    return (
      <span className="grid size-full place-items-center text-muted">
        <Icon of={FileText} size={20} />
      </span>
    )
  }
  return (
    <span className="pointer-events-none absolute start-1/2 top-0 block h-[576px] w-[600px] origin-top -translate-x-1/2 scale-50 rtl:translate-x-1/2 [&_.mail-group>p]:hidden">
      <MailPicture mjml={shown} />
    </span>
  )
}

/** What a field shows without a contact is its default. */
function withSamples(mjml: string): string {
  return mjml.replace(
    /\{\{ [\w.]+ \| default: (?:"([^"{}]*)"|(\d+)) \}\}/g,
    (_, words?: string, number?: string) => words ?? number ?? '',
  )
}

/** Whether it is on screen or about to be; a dozen mails at once take a phone a second. */
function useNear(host: { current: Element | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [host])
  return isNear
}
