import { Dialog as Base } from '@base-ui/react/dialog'
import type { Ref } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'

export type WindowFrameProps = {
  /** A page of ours that draws on a see-through ground. */
  src: string
  title: string
  /** Covers the page in its stead until it has drawn something. */
  loading: boolean
  ref?: Ref<HTMLIFrameElement>
}

/** Another page over the whole window, which decides itself when it is over. */
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
          {/* A frame whose scheme is another one than its page's is painted opaque. */}
          <iframe ref={ref} src={src} title={title} className="block size-full border-0 bg-transparent scheme-light" />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
