import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { Section } from '../../../../ui/layout/Page.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { useMediaQuery } from '../../../../ui/use-media-query.ts'

/** Where previews are on wide screens: below the summary. */
export const BesideSlot = createContext<HTMLElement | null>(null)

export interface BesideProps {
  title: string
  actions?: ReactNode
  /** The content brings an edge of its own. */
  bare?: boolean
  children: ReactNode
}

/** A preview, in sight while one writes: beside the step, or after it where there is no room. */
export function Beside({ title, actions, bare = false, children }: BesideProps) {
  const slot = use(BesideSlot)
  const isWide = useMediaQuery('(width >= 60rem)')
  if (isWide && slot !== null) {
    return createPortal(
      <Panel title={title} actions={actions} bare={bare}>
        {children}
      </Panel>,
      slot,
    )
  }
  return (
    <Section title={title} actions={actions}>
      {bare ? children : <Panel>{children}</Panel>}
    </Section>
  )
}
