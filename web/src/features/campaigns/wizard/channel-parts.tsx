/** What is a channel's own in the wizard; its code comes with the channel. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { ContentDialogProps, WhatProps } from './content-props.ts'

type Part = 'What' | 'Preview' | 'Test'
interface PropsOf {
  What: WhatProps
  Preview: ContentDialogProps
  Test: ContentDialogProps
}
type Parts = { [Name in Part]: ComponentType<PropsOf[Name]> }

const email: Parts = {
  What: lazy(async () => ({ default: (await import('./EmailWhat.tsx')).EmailWhat })),
  Preview: lazy(async () => ({ default: (await import('./EmailPreview.tsx')).EmailPreview })),
  Test: lazy(async () => ({ default: (await import('./EmailTest.tsx')).EmailTest })),
}
const sms: Parts = {
  What: lazy(async () => ({ default: (await import('./sms/SmsWhat.tsx')).SmsWhat })),
  Preview: lazy(async () => ({ default: (await import('./sms/SmsPreview.tsx')).SmsPreview })),
  Test: lazy(async () => ({ default: (await import('./sms/SmsTest.tsx')).SmsTest })),
}
const whatsapp: Parts = {
  What: lazy(async () => ({ default: (await import('./whatsapp/WhatsappWhat.tsx')).WhatsappWhat })),
  Preview: lazy(async () => ({
    default: (await import('./whatsapp/WhatsappPreviewDialog.tsx')).WhatsappPreviewDialog,
  })),
  Test: lazy(async () => ({ default: (await import('./whatsapp/WhatsappTest.tsx')).WhatsappTest })),
}
const push: Parts = {
  What: lazy(async () => ({ default: (await import('./push/PushWhat.tsx')).PushWhat })),
  Preview: lazy(async () => ({ default: (await import('./push/PushPreview.tsx')).PushPreview })),
  Test: lazy(async () => ({ default: (await import('./push/PushTest.tsx')).PushTest })),
}
const PARTS: Record<Channel, Parts> = { email, sms, whatsapp, webpush: push, mobilepush: push }

export function WhatStep(props: WhatProps) {
  const { What } = PARTS[props.wizard.channel]
  return (
    <Suspense fallback={<Ghost />}>
      <What {...props} />
    </Suspense>
  )
}

export function ContentPreview(props: ContentDialogProps) {
  const { Preview } = PARTS[props.wizard.channel]
  return (
    <OnceOpen open={props.open}>
      <Preview {...props} />
    </OnceOpen>
  )
}

export function ContentTest(props: ContentDialogProps) {
  const { Test } = PARTS[props.wizard.channel]
  return (
    <OnceOpen open={props.open}>
      <Test {...props} />
    </OnceOpen>
  )
}

/** Nothing is loaded for a dialog that nobody opens. */
function OnceOpen({ open, children }: { open: boolean; children: ReactNode }) {
  return open ? <Suspense>{children}</Suspense> : null
}

function Ghost() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingNote />
      <Skeleton height="9rem" />
      <Skeleton height="16rem" />
    </div>
  )
}
