/** The parts of the wizard that differ by channel; their code is loaded with the channel. */
import { Suspense } from 'react'
import { LoadingNote, Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import type { ContentDialogProps, WhatProps } from './content-props.ts'
import { GoalSection } from './GoalSection.tsx'
import { LinkTagging } from './LinkTagging.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { lazyView } from '../../../../ui/lazy-view.tsx'

const email = {
  What: lazyView(async () => (await import('../email/EmailWhat.tsx')).EmailWhat),
  Preview: lazyView(async () => (await import('../email/EmailDialogs.tsx')).EmailPreview),
  Test: lazyView(async () => (await import('../email/EmailDialogs.tsx')).EmailTest),
  Review: lazyView(async () => (await import('../email/EmailReview.tsx')).EmailReview),
}
const sms = {
  What: lazyView(async () => (await import('../sms/SmsWhat.tsx')).SmsWhat),
  Preview: lazyView(async () => (await import('../sms/SmsDialogs.tsx')).SmsPreview),
  Test: lazyView(async () => (await import('../sms/SmsDialogs.tsx')).SmsTest),
  Review: lazyView(async () => (await import('../sms/SmsReview.tsx')).SmsReview),
}
const whatsapp = {
  What: lazyView(async () => (await import('../whatsapp/WhatsappWhat.tsx')).WhatsappWhat),
  Preview: lazyView(async () => (await import('../whatsapp/WhatsappDialogs.tsx')).WhatsappPreview),
  Test: lazyView(async () => (await import('../whatsapp/WhatsappDialogs.tsx')).WhatsappTest),
  Review: lazyView(async () => (await import('../whatsapp/WhatsappReview.tsx')).WhatsappReview),
}
const push = {
  What: lazyView(async () => (await import('../push/PushWhat.tsx')).PushWhat),
  Preview: lazyView(async () => (await import('../push/PushDialogs.tsx')).PushPreview),
  Test: lazyView(async () => (await import('../push/PushDialogs.tsx')).PushTest),
  Review: lazyView(async () => (await import('../push/PushReview.tsx')).PushReview),
}
const PARTS = { email, sms, whatsapp, webpush: push, mobilepush: push }

export function WhatStep(props: WhatProps) {
  const { What } = PARTS[useWizard().channel]
  return (
    <Suspense fallback={<LoadingSkeleton />}>
      <What {...props} />
      <LinkTagging />
      <GoalSection />
    </Suspense>
  )
}

/** The review's lines about the content. */
export function ContentReview() {
  const { Review } = PARTS[useWizard().channel]
  return (
    // About as high as the lines, so that the content below hardly moves.
    <Suspense fallback={<Skeleton height="11rem" />}>
      <Review />
    </Suspense>
  )
}

/** Loads the dialog's code only when it is opened. */
export function ContentPreview(props: ContentDialogProps) {
  const { Preview } = PARTS[useWizard().channel]
  return props.open ? (
    <Suspense>
      <Preview {...props} />
    </Suspense>
  ) : null
}

export function ContentTest(props: ContentDialogProps) {
  const { Test } = PARTS[useWizard().channel]
  return props.open ? (
    <Suspense>
      <Test {...props} />
    </Suspense>
  ) : null
}

function LoadingSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingNote />
      <Skeleton height="9rem" />
      <Skeleton height="16rem" />
    </div>
  )
}
