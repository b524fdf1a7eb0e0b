/**
 * The content of a message. It uses the declarative format, so that Safari from 18.4 on shows it even without a worker.
 * `data` is for this worker.
 */
export interface PushMessage {
  title: string
  /** The address that a click opens. */
  navigate: string
  body?: string
  icon?: string
  image?: string
  tag?: string
  lang?: string
  actions?: { action: string; title: string; navigate: string }[]
  /** Identifies the delivery; empty for messages outside of campaigns, such as the welcome. */
  token: string
}

/** Null for a message from another sender, which the site may have as well. */
export function readMessage(payload: unknown): PushMessage | null {
  const { web_push: form, notification } = (payload ?? {}) as {
    web_push?: unknown
    notification?: Record<string, unknown>
  }
  const data = notification?.['data'] as { notifly?: unknown } | undefined
  if (form !== 8030 || typeof data?.notifly !== 'string') return null
  return { ...(notification as unknown as PushMessage), token: data.notifly }
}

/** The token of a notification's delivery, whether this worker or the browser showed it. */
export function tokenIn(data: unknown): string | null {
  const { notifly } = (data ?? {}) as { notifly?: string | { token: string } | null }
  return (typeof notifly === 'string' ? notifly : notifly?.token) ?? null
}

/** The address that a click opens: for a button, the button's own. */
export function addressOf(message: Pick<PushMessage, 'navigate' | 'actions'>, action: string): string {
  return message.actions?.find(each => each.action === action)?.navigate ?? message.navigate
}
