import { Dialog as Base } from '@base-ui/react/dialog'
import type { Ref } from 'react'

export type WindowFrameProps = {
  /** A page of ours that draws on a see-through ground. */
  src: string
  title: string
  ref?: Ref<HTMLIFrameElement>
}

/** Another page over the whole window, which decides itself when it is over. */
export function WindowFrame({ src, title, ref }: WindowFrameProps) {
  return (
    <Base.Root open disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim" />
        <Base.Popup aria-label={title} className="fixed inset-0 z-(--z-dialog) outline-none">
          {/* A frame whose scheme is another one than its page's is painted opaque. */}
          <iframe ref={ref} src={src} title={title} className="block size-full border-0 bg-transparent scheme-light" />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
