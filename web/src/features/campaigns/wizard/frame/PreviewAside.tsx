import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { ContactPicker, type ContactPickerProps } from '../../../../components/email/ContactPicker.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { useMediaQuery } from '../../../../ui/use-media-query.ts'

/** The element that holds previews on wide screens, below the summary. */
export const PreviewAsideSlot = createContext<HTMLElement | null>(null)

export interface PreviewAsideProps {
  title: string
  /** Whom it is shown for. */
  contact: ContactPickerProps
  /** Without padding: the content has an edge of its own. */
  bare?: boolean
  children: ReactNode
}

/** Keeps a preview in sight while the author writes: beside the step, or after it if there is no room. */
export function PreviewAside({ title, contact, bare = false, children }: PreviewAsideProps) {
  const slot = use(PreviewAsideSlot)
  const isWide = useMediaQuery('(width >= 60rem)')
  if (isWide && slot !== null) {
    return createPortal(
      <Panel title={title} bare>
        <div className="border-b border-line px-4 py-2 empty:hidden">
          <ContactPicker {...contact} wide />
        </div>
        <div className={bare ? '*:rounded-none *:border-0' : 'p-4'}>{children}</div>
      </Panel>,
      slot,
    )
  }
  return (
    <Section title={title} actions={<ContactPicker {...contact} />}>
      {bare ? children : <Panel>{children}</Panel>}
    </Section>
  )
}
