import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Link } from '../layout/Link.tsx'
import { CountdownBar } from './CountdownBar.tsx'
import { toastQueue, type ToastContent } from './toast.ts'
import { toneIcons, toneInk } from '../layout/tone.ts'
import { useFreePlace } from './use-free-place.ts'
import { useUi } from '../UiProvider.tsx'

type ToastData = Pick<ToastContent, 'tone' | 'link' | 'countdown'>

/** Milliseconds. Longer for messages that take time to read. */
const timeoutMs = { short: 3000, message: 5000 } as const

/**
 * Renders the toasts; loaded by ToastRegion. Their time stops while the pointer or the focus is on one; F6 moves the
 * focus there.
 */
export function ToastViewport() {
  const { words } = useUi()
  const place = useRef<HTMLDivElement>(null)
  return (
    <Toast.Provider timeout={timeoutMs.short} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          ref={place}
          aria-label={words.notifications}
          className="fixed start-4 bottom-4 z-(--z-toast) flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none"
        >
          <ToastList place={place} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList({ place }: { place: RefObject<HTMLElement | null> }) {
  const { toasts, add, close } = Toast.useToastManager<ToastData>()
  useFreePlace(place, toasts.length)
  useEffect(
    () =>
      toastQueue.connect(({ tone, title, text, link, countdown, duration = 'short' }) => {
        add({
          title,
          description: text,
          // A countdown closes its toast itself, even while the pointer is on it.
          timeout: countdown === undefined ? timeoutMs[duration] : 0,
          // With high priority the library hides the toast from screen readers and reads a copy, which would lose the
          // link.
          priority: 'low',
          data: { tone, link, countdown },
        })
      }),
    [add],
  )
  return toasts.map(toast => <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />)
}

function ToastCard({ toast, onClose }: { toast: Toast.Root.ToastObject<ToastData>; onClose: () => void }) {
  const { words, direction } = useUi()
  const tone = toast.data?.tone ?? 'info'
  const { link, countdown } = toast.data ?? {}
  return (
    <Toast.Root
      toast={toast}
      swipeDirection={[direction === 'rtl' ? 'right' : 'left', 'down']}
      className="pop rounded-3 bg-raised shadow-2 data-limited:hidden"
    >
      <Toast.Content className="flex items-start gap-2.5 px-3 py-2.5">
        <Icon of={toneIcons[tone]} className={cx('mt-0.5', toneInk[tone])} />
        <div className="min-w-0 flex-1">
          <Toast.Title render={<p />} className="line-clamp-4 font-medium wrap-anywhere" />
          <Toast.Description className="mt-px line-clamp-6 text-12 wrap-anywhere text-ink-2 empty:hidden" />
          {link && (
            <Link href={link.href} className="text-12" onClick={onClose}>
              {link.label}
            </Link>
          )}
          {countdown && <Countdown countdown={countdown} onClose={onClose} />}
        </div>
        <Toast.Close
          // The library hides it in collapsed stacks; ours are never collapsed.
          aria-hidden={false}
          render={<IconButton icon={X} label={words.dismiss} size="sm" tooltip={false} className="-my-1 -me-1.5" />}
        />
      </Toast.Content>
    </Toast.Root>
  )
}

function Countdown({ countdown, onClose }: { countdown: NonNullable<ToastData['countdown']>; onClose: () => void }) {
  const { seconds, text, action, onAction } = countdown
  const act = () => {
    onClose()
    onAction()
  }
  return (
    <div className="mt-1 flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <CountdownBar seconds={seconds} text={text} label={action} onDone={onClose} />
      </div>
      <Button size="sm" onClick={act}>
        {action}
      </Button>
    </div>
  )
}
