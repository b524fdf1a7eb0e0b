import { Dialog as Base } from '@base-ui/react/dialog'
import type { Ref } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'

export type WindowFrameProps = {
  /** Address of a page of ours with a transparent background. */
  src: string
  title: string
  /** Covers the window until the page has rendered. */
  loading: boolean
  ref?: Ref<HTMLIFrameElement>
}

/** Another page over the whole window. The page itself decides when to close. */
export function WindowFrame({ src, title, loading, ref }: WindowFrameProps) {
  return (
    <Base.Root open disablePointerDismissal>
      <Base.Portal>
        {loading && (
          <Base.Backdrop className="fixed inset-0 z-(--z-dialog) grid place-items-center bg-scrim text-inverse">
            <Spinner size={20} />
          </Base.Backdrop>
        )}
        <Base.Popup aria-label={title} className="fixed inset-0 z-(--z-dialog) outline-none">
          {/* Browsers paint a frame opaque if its colour scheme differs from the page's. */}
          <iframe ref={ref} src={src} title={title} className="block size-full border-0 bg-transparent scheme-light" />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
