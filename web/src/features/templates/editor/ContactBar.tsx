import * as z from 'zod/mini'
import { ContactPicker } from '../../../components/email/ContactPicker.tsx'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'

const state = z.object({ as: z.optional(z.string()) })

/** The contact that the address names for the preview. */
export function usePreviewContact(): string | undefined {
  return useUrlState(state)[0].as
}

/** Above a preview: whose it is, and the choice of another. */
export function ContactBar({ current }: { current: { uuid: string; name: string } | null | undefined }) {
  const [, change] = useUrlState(state)
  return (
    <div className="flex min-h-11 shrink-0 items-center border-b border-line bg-surface px-4 py-1.5 empty:hidden">
      <ContactPicker current={current ?? null} onChoose={as => change({ as }, { replace: true })} />
    </div>
  )
}
