/**
 * What a message says. It has the declarative form, so that Safari from 18.4 on shows it even without a worker; `data` is ours.
 */
export interface PushMessage {
  title: string
  /** Where a click leads. */
  navigate: string
  body?: string
  icon?: string
  image?: string
  tag?: string
  lang?: string
  actions?: { action: string; title: string; navigate: string }[]
  /** Names the delivery; empty for what is no campaign's, such as the welcome. */
  token: string
}

/** Null for what is not ours: a site may have other senders. */
export function readMessage(payload: unknown): PushMessage | null {
  const { web_push: form, notification } = (payload ?? {}) as {
    web_push?: unknown
    notification?: Record<string, unknown>
  }
  const data = notification?.['data'] as { notifly?: unknown } | undefined
  if (form !== 8030 || typeof data?.notifly !== 'string') return null
  return { ...(notification as unknown as PushMessage), token: data.notifly }
}

/** The delivery that a notification is of: one that we showed, or one that the browser shows from the message itself. */
export function tokenIn(data: unknown): string | null {
  const { notifly } = (data ?? {}) as { notifly?: string | { token: string } | null }
  return (typeof notifly === 'string' ? notifly : notifly?.token) ?? null
}

/** Where a click leads: on a button to the button's own address. */
export function addressOf(message: Pick<PushMessage, 'navigate' | 'actions'>, action: string): string {
  return message.actions?.find(each => each.action === action)?.navigate ?? message.navigate
}
