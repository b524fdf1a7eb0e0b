/**
 * A message is one JSON that both the site's worker and Safari from 18.4 on understand (declarative web push, webkit.org/blog/16535): with
 * `mutable`, the browser passes it to the worker first if there is one, which can then report the delivery.
 */
import { Buffer } from 'node:buffer'

export interface PushNotification {
  title: string
  body: string
  icon: string
  image: string
  navigate: string
  actions: readonly { title: string; navigate: string }[]
  /** A second message of the same name takes the place of the first. */
  tag: string
  /** The signed name of the delivery; empty for what belongs to no campaign. */
  token: string
}

/** Returns the payload before it is sealed. */
export function payloadOf({ title, body, icon, image, navigate, actions, tag, token }: PushNotification): Buffer {
  // What is undefined is left out of JSON; always the same properties cost half of what parts put together do.
  const notification = {
    title,
    navigate,
    body: body || undefined,
    icon: icon || undefined,
    image: image || undefined,
    tag,
    actions: actions.length > 0 ? actions.map(numbered) : undefined,
    data: { notifly: token },
  }
  return Buffer.from(JSON.stringify({ web_push: 8030, notification, mutable: true }))
}

function numbered({ title, navigate }: PushNotification['actions'][number], index: number) {
  return { action: String(index + 1), title, navigate }
}
